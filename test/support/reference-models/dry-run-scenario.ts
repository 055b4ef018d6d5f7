import fc from "fast-check";
import { expect } from "vitest";
import { MODEL_ACTIONS } from "./model-user.ts";
import { insertAssets } from "../rows/insert-assets.ts";
import { accessIn, changesOf, predictedChanges, invitationChanges } from "./effective-access.ts";
import { call } from "../http/call.ts";
import { mergeSecret } from "../http/merge.ts";
import { type Person, signUp } from "../http/person.ts";
import { makeLink, startThread } from "../http/threads.ts";
import { createCollection, share } from "../http/create-collection.ts";

const PEOPLE = 4;
const FOLDERS = 7;

/**
 * The numbers select among the existing records. Owners call more often, so that enough calls are permitted.
 */
const step = fc.record({
  kind: fc.constantFrom(
    ...(["move", "move", "move", "share", "share", "invite", "change", "change", "change"] as const),
    ...(["linkAsset", "linkAsset", "linkThread", "linkThread", "publish", "merge"] as const),
    ...(["moveAsset", "moveAsset", "moveThread", "moveThread"] as const),
  ),
  by: fc.constantFrom(0, 0, 0, 1, 2, 3),
  other: fc.nat(PEOPLE - 1),
  place: fc.nat(99),
  target: fc.nat(99),
  record: fc.nat(99),
  actions: fc.subarray(MODEL_ACTIONS),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly people: readonly Person[];
  readonly folders: readonly string[];
  readonly assets: readonly string[];
  readonly threads: readonly string[];
}

/** Nested and sibling folders in one organization, with assets and threads. Everybody has some grant. */
async function createWorld(): Promise<World> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp()));
  const [ada, ...others] = people as [Person, ...Person[]];
  const folders: string[] = [];
  for (let at = 0; at < FOLDERS; at += 1) {
    folders.push(await createCollection(ada, at < 3 ? ada.rootId : folders[at - 3]!, `Folder ${at}`));
  }
  const assets = (
    await Promise.all(
      folders.slice(0, 4).map(async (folder) => await insertAssets(ada, folder, 1, () => ({}))),
    )
  ).flat();
  const threads: string[] = [];
  for (const folder of folders.slice(1, 4)) threads.push(await startThread(ada, folder, { label: "Talk" }));
  for (const [at, other] of others.entries())
    await share(ada, folders[at] ?? "", other, at === 0 ? ["write", "share"] : ["read"]);
  return { people, folders, assets, threads };
}

interface Asked {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly body: object;
  readonly token: string;
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

function requestOf(
  { people, folders, assets, threads }: World,
  { kind, by, other, place, target, record, actions }: Step,
): Asked | null {
  const [token, to, folder] = [pick(people, by).token, pick(people, other), pick(folders, place)];
  const given = actions.length === 0 ? ["read"] : actions;
  const post = (path: string, body: object): Asked => ({ method: "POST", path, body, token });
  switch (kind) {
    case "move":
      return post(`/v1/collection/${folder}/move`, {
        collectionId: folder,
        parentCollectionId: pick([...folders, people[0]!.rootId], target),
      });
    case "share":
      return post("/v1/share-collections", {
        actions: given,
        collectionIds: [folder],
        shareTo: [to.userId],
        shareToEmails: [],
      });
    case "invite": {
      const shareToEmails = [`guest${record % 3}@example.org`];
      const collectionIds = [...new Set([folder, pick(folders, target)])];
      return post("/v1/share-collections", {
        actions: given,
        collectionIds,
        shareTo: [to.userId],
        shareToEmails,
      });
    }
    case "change":
      return post("/v1/modify-collection-permissions", { collectionId: folder, userId: to.userId, actions });
    case "linkAsset":
      return post(`/v1/collections/${folder}/assets`, {
        collectionId: folder,
        assetIds: [pick(assets, record)],
      });
    case "linkThread":
      return post(`/v1/collections/${folder}/threads`, {
        collectionId: folder,
        threadIds: [pick(threads, record)],
      });
    case "moveAsset":
    case "moveThread": {
      const [noun, records] = kind === "moveAsset" ? ["asset", assets] : ["thread", threads];
      return post(`/v1/collections/${folder}/${noun}s/move`, {
        collectionId: folder,
        targetCollectionId: pick(folders, target),
        [`${noun}Ids`]: [pick(records, record)],
      });
    }
    case "merge": {
      const body = {
        newUserID: to.userId,
        oldUserId: pick(people.slice(1), record).userId,
        reason: "One person",
      };
      return { method: "PUT", path: "/v1/users/merge", body, token: mergeSecret() };
    }
    case "publish":
      return null;
    default:
      return kind satisfies never;
  }
}

/**
 * Makes a dry run and then the change. Both must report the same, and only the second may write.
 * @returns whether it was rejected
 */
async function tryStep(world: World, organizations: readonly string[], asked: Asked): Promise<boolean> {
  const { method, path, body, token } = asked;
  const before = await accessIn(organizations);
  const dry = await call(method, `${path}?dryRun=true`, { token, body });
  expect(changesOf(before, await accessIn(organizations))).toEqual([]);
  const real = await call(method, path, { token, body });
  const after = await accessIn(organizations);
  expect({ status: dry.status, code: dry.body.code, message: dry.body.message }).toEqual({
    status: real.status,
    code: real.body.code,
    message: dry.status === 200 ? "Dry run: nothing was changed." : real.body.message,
  });
  if (dry.status !== 200) return true;
  const { data } = dry.body;
  expect({ dryRun: data.dryRun, changes: data.changes }).toEqual({
    dryRun: true,
    changes: real.body.eventKey !== "",
  });
  expect(predictedChanges(data)).toEqual(changesOf(before, after));
  const invited = data.effects.flatMap(({ who, on }: any) =>
    who.kind === "invitation" ? [`${who.email} invited ${on.id}`] : [],
  );
  for (const each of invitationChanges(before, after)) expect(invited).toContain(each);
  return false;
}

/** @returns the number of changes tried, and of those rejected */
export async function runDryRunScenario(
  worlds: number,
  steps: number,
): Promise<{ readonly tried: number; readonly refused: number }> {
  let [tried, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async (drawn) => {
      const world = await createWorld();
      const organizations = world.people.map(({ organizationId }) => organizationId);
      for (const each of drawn) {
        const asked = requestOf(world, each);
        if (asked === null) {
          await makeLink(pick(world.people, each.by), pick(world.threads, each.record)).catch(() => null);
          continue;
        }
        tried += 1;
        if (await tryStep(world, organizations, asked)) refused += 1;
      }
    }),
    { numRuns: worlds, endOnFailure: true },
  );
  return { tried, refused };
}
