import { vi } from "vitest";
import type { Action } from "../../../../src/domain/access.ts";
import { idFromBytes } from "../../../../src/domain/ids.ts";
import { WEBHOOK_EVENTS } from "../../../../src/domain/webhook.ts";
import { platformOf } from "../../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../../src/scheduled.ts";
import { addReadyAsset } from "../../http/assets.ts";
import { restore, tombstone } from "../../http/tombstone.ts";
import { deletePermanently } from "../../http/folder-to-delete.ts";
import { testEnv } from "../../setup/env.ts";
import { call, type CallResult, rawCall } from "../../http/call.ts";
import { modifyPermissions } from "../../http/invite.ts";
import { callTool } from "../../http/mcp.ts";
import { merge } from "../../http/merge.ts";
import { WAIT } from "../../setup/wait.ts";
import { type Person, signUp } from "../../http/person.ts";
import { storedMessages } from "../../rows/stored-messages.ts";
import { watchSteps } from "../../faults/room-steps.ts";
import { endLink, type PublicLink, shareThread, startThread } from "../../http/threads.ts";
import { createReceivedWebhook } from "../../http/received-webhooks.ts";
import { askAgain, chooseAnswer, messagesShownIn, stopAnswer } from "../../http/answer-versions.ts";
import { createCollection, share } from "../../http/create-collection.ts";
import type { Door, Step } from "./steps.ts";
import { pick } from "./known-asset.ts";

/** The text and question of each asset. The last word occurs only in its text. */
export const FACTS = [
  { name: "zephyr.txt", text: "The zephyr engine was built in 1871 by a clerk called Marrow.", question: "Who built the zephyr engine?", word: "Marrow" },
  { name: "lantern.txt", text: "The lantern mill was painted in 1902 by a weaver called Tolland.", question: "Who painted the lantern mill?", word: "Tolland" },
] as const; // prettier-ignore

interface KnownQuestion {
  readonly id: string;
  /** Answer ids in order of creation. */
  readonly answerIds: string[];
}

/** The same people, assets and places as in the model, in the service. */
export interface World {
  readonly people: readonly Person[];
  readonly placeIds: readonly string[];
  readonly assetIds: readonly string[];
  readonly threadId: string;
  /** A webhook of the first person for all events. */
  readonly webhook: Awaited<ReturnType<typeof createReceivedWebhook>>;
  /** Each key as its user, with the key as the token. */
  readonly keys: (Person & { readonly apiKeyId: string; readonly userToken: string })[];
  readonly questions: KnownQuestion[];
  /** Every public link so far, newest last. */
  readonly links: PublicLink[];
}

/** The first person owns everything. The others may read, write, and chat in the thread's home. */
export async function createWorld(): Promise<World> {
  const people = [await signUp(), await signUp("bob"), await signUp("cid"), await signUp("dee")];
  const [ada, bob, cid, dee] = people as [Person, Person, Person, Person];
  const home = await createCollection(ada, ada.rootId, "Home");
  const beside = await createCollection(ada, ada.rootId, "Beside");
  const below = await createCollection(ada, beside, "Below");
  const assetIds: string[] = [];
  for (const { text, name } of FACTS) assetIds.push(await addReadyAsset(ada, home, text, { name }));
  await share(ada, home, bob, ["write"]);
  await share(ada, beside, cid, ["own"]);
  await share(ada, home, dee, ["chat"]);
  const { organizationId, tenantId } = ada;
  const threadId = await startThread({ ...dee, organizationId, tenantId }, home, { assetIds });
  const webhook = await createReceivedWebhook(ada, "ok", { events: WEBHOOK_EVENTS });
  return {
    people,
    placeIds: [ada.rootId, home, beside, below],
    assetIds,
    threadId,
    webhook,
    keys: [],
    questions: [],
    links: [],
  };
}

/** @returns whether the service accepted it */
export async function carryOut(world: World, step: Step): Promise<boolean> {
  if (step.does === "purge") return await purge(world, step.what);
  if (step.does === "ask" || step.does === "ask again") return await discuss(world, step);
  const answer = await send(world, step);
  if (answer.status >= 500) throw new Error(`${step.does}: ${answer.body.message}`);
  return answer.status === 200;
}

function callerOf(
  { people, keys }: World,
  { by, withKey }: { readonly by: number; readonly withKey?: number | null },
): Person {
  return withKey === undefined || withKey === null || keys.length === 0
    ? pick(people, by)
    : pick(keys, withKey);
}

async function send(
  world: World,
  step: Exclude<Step, { does: "purge" | "ask" | "ask again" }>,
): Promise<CallResult<any>> {
  const { people, placeIds, assetIds, threadId } = world;
  if (step.does === "merge") return await merge(pick(people, step.into), pick(people, step.old));
  if (step.does === "end key") {
    const { apiKeyId, userToken: token } = pick(world.keys, step.key);
    return await call("DELETE", `/v1/api-keys/${apiKeyId}`, { token });
  }
  const by = callerOf(world, step);
  const placed = async (
    method: "POST" | "DELETE",
    place: number,
    kind: "asset" | "thread",
    id: string,
  ): Promise<CallResult<any>> => {
    const collectionId = pick(placeIds, place);
    return await call(method, `/v1/collections/${collectionId}/${kind}s`, {
      token: by.token,
      body: { collectionId, [`${kind}Ids`]: [id] },
    });
  };
  switch (step.does) {
    case "link asset":
    case "unlink asset":
      return await placed(
        step.does === "link asset" ? "POST" : "DELETE",
        step.place,
        "asset",
        pick(assetIds, step.asset),
      );
    case "link thread":
    case "unlink thread":
      return await placed(step.does === "link thread" ? "POST" : "DELETE", step.place, "thread", threadId);
    case "make key": {
      const body = {
        name: "A program",
        actions: step.actions,
        collectionIds: step.places.map((at) => pick(placeIds, at)),
      };
      const made = await call("POST", "/v1/api-keys", { token: by.token, body });
      const { apiKeyId, key } = made.body.data;
      if (made.status === 200) world.keys.push({ ...by, apiKeyId, token: key, userToken: by.token });
      return made;
    }
    case "destroy":
      return await deletePermanently(by, [pick(placeIds, step.place)]);
    case "move": {
      const body = {
        collectionId: pick(placeIds, step.place),
        parentCollectionId: pick(placeIds, step.below),
      };
      return await call("POST", `/v1/collection/${body.collectionId}/move`, { token: by.token, body });
    }
    case "delete":
    case "restore": {
      const verb = step.does === "delete" ? tombstone : restore;
      return step.what === "thread"
        ? await verb(by, "thread", [threadId])
        : await verb(by, "asset", [pick(assetIds, step.what)]);
    }
    case "share": {
      const body = {
        actions: step.actions,
        collectionIds: [pick(placeIds, step.place)],
        shareTo: [pick(people, step.to).userId],
      };
      return await call("POST", "/v1/share-collections", {
        token: by.token,
        body: { ...body, shareToEmails: [] },
      });
    }
    case "change":
      return await modifyPermissions(
        by,
        pick(placeIds, step.place),
        pick(people, step.to).userId,
        step.actions as readonly Action[],
      );
    case "make link": {
      const made = await shareThread(by, threadId);
      const { data } = made.body;
      if (made.status === 200) world.links.push({ ...data, tokenId: idFromBytes("token", data.tokenId) });
      return made;
    }
    case "end link":
      return await endLink(by, threadId, world.links.at(-1)?.tokenId ?? "token_00000000000000000000000000");
    case "choose": {
      const question = pick(world.questions, step.question);
      return await chooseAnswer(by, threadId, question.id, pick(question.answerIds, step.version));
    }
    default:
      return step satisfies never;
  }
}

/** Ends the retention of the deleted record and runs the cron job. */
async function purge({ assetIds, threadId }: World, what: number | "thread"): Promise<true> {
  const [table, id] = what === "thread" ? ["threads", threadId] : ["assets", pick(assetIds, what)];
  const query = `UPDATE ${table} SET purge_at = 1 WHERE id = ? AND lifecycle_state = 'deleted' AND purge_at > 1`;
  await testEnv.DB.prepare(query).bind(id).run();
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  return true;
}

/** Asks or retries. A user may stop the answer during the index query. */
async function discuss(world: World, step: Extract<Step, { does: "ask" | "ask again" }>): Promise<boolean> {
  const { people, threadId, questions } = world;
  const by = callerOf(world, step);
  const old = step.does === "ask again" ? pick(questions, step.question) : null;
  const ask = async (): Promise<Asked> => {
    if (step.does === "ask again") return await askAgain(by, threadId, old?.id ?? "");
    return await put[step.door ?? "api"](by, threadId, pick(FACTS, step.about).question);
  };
  const answer =
    step.stopper === null
      ? await ask()
      : await stopped(world, ask, { stopper: pick(people, step.stopper), question: old });
  if (answer.status >= 500) throw new Error(`${step.does}: ${answer.status}`);
  if (answer.status !== 200) return false;
  // Chats and tools return no question id, so it comes from the thread.
  const shown = messagesShownIn(
    (await call("getThread", { token: by.token, params: { threadID: threadId } })).body.data,
  );
  const question = old ?? { id: shown.at(-2).id as string, answerIds: [] };
  if (old === null) questions.push(question);
  question.answerIds.push(shown[shown.findIndex(({ id }: { id: string }) => id === question.id) + 1].id);
  return true;
}

/** A tool's result code as an HTTP status. */
const STATUS: Readonly<Record<string, number>> = {
  ok: 200,
  not_found: 404,
  permission_denied: 403,
  unauthenticated: 401,
};

interface Asked {
  readonly status: number;
}

/** The same question through each entry point. */
const put: Readonly<Record<Door, (by: Person, threadId: string, question: string) => Promise<Asked>>> = {
  api: async ({ token }, threadId, messageContent) => {
    const body = { messageContent, messageKind: "promptV2", recipients: [], threadId };
    return await call("POST", `/v1/threads/${threadId}/messages`, { token, body });
  },
  chat: async ({ token }, threadId, content) => {
    const body = { model: `thread:${threadId}`, messages: [{ role: "user", content }] };
    const answer = await rawCall("POST", "/v1/chat/completions", { token, body });
    await answer.text();
    return answer;
  },
  tool: async ({ token }, threadId, question) => {
    const { code } = await callTool("ask", { question, threadId }, { token });
    return { status: STATUS[code] ?? 500 };
  },
};

interface Stopping {
  readonly stopper: Person;
  /** The repeated question; null for a new question. */
  readonly question: KnownQuestion | null;
}

async function stopped(
  { threadId }: World,
  ask: () => Promise<Asked>,
  { stopper, question }: Stopping,
): Promise<Asked> {
  let isReleased = false;
  const end = watchSteps(threadId, async ({ name }, proceed) => {
    while (!isReleased && name.endsWith("object.search"))
      await new Promise((resolve) => setTimeout(resolve, 1));
    return proceed();
  });
  let isOver = false;
  const answer = ask().finally(() => (isOver = true));
  const pending = async () => (await storedMessages(threadId)).find(({ state }) => state === "pending");
  try {
    await vi.waitUntil(async () => isOver || (await pending()) !== undefined, { interval: 5, ...WAIT });
    const questionId = question?.id ?? (await pending())?.in_reply_to;
    if (!isOver) await stopAnswer(stopper, threadId, questionId ?? "");
    isReleased = true;
    return await answer;
  } finally {
    isReleased = true;
    end();
  }
}
