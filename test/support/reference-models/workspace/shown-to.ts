import { idFromBytes } from "../../../../src/domain/ids.ts";
import { call } from "../../http/call.ts";
import type { ModelUser } from "../model-user.ts";
import { type WorkspaceModel } from "./workspace-model.ts";
import { pick, type Said } from "./known-asset.ts";
import { FACTS, type World } from "./workspace-world.ts";

const STOPPED = "This answer was stopped.";

/** The meaning of an answer's text. */
export function meaningOf(content: string): string {
  const cited = FACTS.findIndex(({ word }) => content.includes(word));
  if (cited >= 0) return `cites ${cited}`;
  if (content === STOPPED) return "stopped";
  return content.includes("[deleted]") ? "deleted" : "nothing";
}

function meaningIn(model: WorkspaceModel, said: Said): string {
  if (typeof said !== "number") return said;
  return pick(model.assets, said).state === "alive" ? `cites ${said}` : "deleted";
}

/** The displayed answer of each question. */
export const shownAnswers = (model: WorkspaceModel): string[] =>
  model.thread.questions.map(({ versions, shown }) => meaningIn(model, pick(versions, shown)));

/** The displayed answers by the answer's id. */
export function answersById(model: WorkspaceModel, { questions }: World): Record<string, string> {
  const shown = model.thread.questions.map(({ shown: at }, n) => pick(pick(questions, n).answerIds, at));
  return Object.fromEntries(shownAnswers(model).map((meaning, n) => [shown[n] ?? "", meaning]));
}

/**
 * The words that a user may see: those of readable assets and of readable threads. A guest (null) sees
 * displayed versions only.
 */
export function wordsFor(model: WorkspaceModel, user: ModelUser | null): string[] {
  const isTold = user === null ? model.isOpen() : model.readsThread(user);
  return model.assets.flatMap((asset, n) => {
    const isCited =
      isTold &&
      model.thread.questions.some(({ versions, shown }) =>
        user === null ? versions[shown] === n : versions.includes(n),
      );
    const isRead = user !== null && model.reads(user, asset);
    return asset.state === "alive" && (isCited || isRead) ? [pick(FACTS, n).word] : [];
  });
}

export const wordsIn = (told: string): string[] =>
  FACTS.flatMap(({ word }) => (told.includes(word) ? [word] : []));

/** Everything that the service shows a user. `told` holds the text of all responses. */
export async function shownTo({ placeIds, assetIds, threadId, questions }: World, token: string) {
  let told = "";
  const ask = async (method: "GET" | "POST", path: string, body?: unknown): Promise<any> => {
    const answer = await call(method, path, { token, body });
    told += JSON.stringify(answer.body.data);
    return answer.status === 200 ? answer.body.data : null;
  };
  const places = [];
  for (const id of placeIds) {
    const [listed, threads, bin] = [
      await ask("GET", `/v1/collection/${id}/assets`),
      await ask("GET", `/v1/collection/${id}/threads`),
      await ask("GET", `/v1/collection/${id}/threads?lifecycleState=deleted`),
    ];
    places.push(
      listed && [numbers(assetIds, listed.result.entities), threads.pagination.count, bin.pagination.count],
    );
  }
  const assets = [];
  for (const id of assetIds) assets.push((await ask("GET", `/v1/assets/${id}`)) !== null);
  const byName = async (lifecycleStates: string[]) =>
    numbers(
      assetIds,
      (await ask("POST", "/v1/assets/search", { matchName: ".txt", lifecycleStates })).result.entities,
    );
  const { passages } = await ask("POST", "/v1/search", { query: "engine mill", limit: 10 });
  const recent = await ask("GET", "/v1/navigate/recent/assets?page=1&sort=");
  const thread = await ask("GET", `/v1/threads/${threadId}`);
  const versions = [];
  for (const { id } of questions)
    versions.push(await ask("GET", `/v1/threads/${threadId}/messages/${id}/answers`));
  return {
    places,
    assets,
    named: await byName([]),
    bin: await byName(["deleted"]),
    found: indexes(assetIds, (passages as { assetId: string }[]).map(({ assetId }) => assetId)),
    recent: numbers(assetIds, recent.map((data: unknown) => ({ data }))),
    recentThreads: (await ask("GET", "/v1/navigate/recent/threads")).pagination.count as number,
    thread: thread && answersOf(thread),
    scope: thread && indexes(assetIds, (thread.knowledgeProvenance.inScope.assetIDs as number[][]).map((id) => idFromBytes("asset", id))),
    versions: versions.map((all) => all && all.records.map(({ message }: Version) => meaningOf(message.content))),
    words: wordsIn(told),
  }; // prettier-ignore
}

interface Version {
  readonly message: { readonly content: string };
}

/** The answer of each question in the thread's record. */
export function answersOf(thread: {
  readonly messages: readonly { readonly kind: string; readonly content: string }[];
}): string[] {
  return thread.messages.flatMap(({ content }) =>
    FACTS.some(({ question }) => question === content) ? [] : meaningOf(content),
  );
}

export function expectedFor(model: WorkspaceModel, user: ModelUser) {
  const { assets, home, thread } = model;
  const all = [...assets.keys()];
  const sees = all.filter((n) => model.reads(user, pick(assets, n)));
  const bin = all.filter((n) => model.mayRestore(user, pick(assets, n)));
  const isReader = model.readsThread(user);
  const isSaid = (n: number): boolean =>
    isReader &&
    pick(assets, n).state === "alive" &&
    thread.questions.some(({ versions }) => versions.includes(n));
  const isListed = (place: typeof home): boolean =>
    thread.state === "alive" && (place === home || thread.linked.has(place));
  return {
    places: model.places.map((place) => {
      if (model.held(user, place).length === 0) return null;
      const held = all.filter(
        (n) => pick(assets, n).state === "alive" && pick(assets, n).collections.has(place),
      );
      return [held, isListed(place) ? 1 : 0, place === home && model.mayRestoreThread(user) ? 1 : 0];
    }),
    assets: all.map((n) => sees.includes(n)),
    named: sees,
    bin,
    found: sees,
    recent: model.recentAssets(user).filter((n) => sees.includes(n)),
    recentThreads: model.isRecentThread(user) && isReader ? 1 : 0,
    thread: isReader ? shownAnswers(model) : null,
    scope: isReader ? sees : null,
    versions: thread.questions.map(({ versions }) =>
      isReader ? versions.map((said) => meaningIn(model, said)) : null,
    ),
    words: FACTS.flatMap(({ word }, n) => (sees.includes(n) || bin.includes(n) || isSaid(n) ? [word] : [])),
  };
}

function numbers(
  ids: readonly string[],
  entities: readonly { readonly data: { readonly id: string } }[],
): number[] {
  return indexes(
    ids,
    entities.map(({ data }) => data.id),
  );
}

function indexes(ids: readonly string[], found: readonly string[]): number[] {
  return [...new Set(found.map((id) => ids.indexOf(id)))].toSorted((a, b) => a - b);
}
