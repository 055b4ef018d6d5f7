import { type ContractKind, messageKindOf } from "../../../src/domain/message-kind.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { drainRoom } from "../../support/faults/drain-room.ts";
import { history, type Workplace } from "../../support/rows/workplace.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";
import { type Crash, planFault } from "../../support/faults/plan-fault.ts";
import { startThread } from "../../support/http/threads.ts";

const TIME_LIMIT_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function postTo(
  person: Person,
  threadId: string,
  messageKind: string,
  headers: Record<string, string>,
) {
  const body = { messageContent: "Why is the sky blue?", messageKind, recipients: [], threadId };
  return await call("POST", `/v1/threads/${threadId}/messages`, { token: person.token, body, headers });
}

/** Fires the room's alarms until `work` and the room's own work are done. */
async function attend<T>(place: Workplace, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  do {
    await drainRoom(place);
    // Without a pause, the loop leaves no turn for the delay before a repeated call.
    await scheduler.wait(1);
  } while (!isDone);
  const result = await done;
  await drainRoom(place);
  return result;
}

const CASES: readonly (readonly [string, string, Crash])[] = [
  ["promptV2", "without a key", "before the call returns"],
  ["textV1", "with a key", "at the call"],
  ["renameThreadV1", "without a key", "before the call returns"],
];

test.each(CASES)(
  "the caller of %s, posted %s with the room lost %s at any step, gets an acknowledgement, and the message exists once",
  async (kind, withKey, fault) => {
    const ada = await signUp();
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      const threadId = await startThread(ada, ada.personalId);
      const place = { ...ada, owner: ada.userId, threadId } as unknown as Workplace;
      const plan = planFault(threadId, { nth, fault });
      const headers: Record<string, string> =
        withKey === "with a key" ? { "idempotency-key": newId("req") } : {};
      const { status, body } = await attend(place, postTo(ada, threadId, kind, headers));
      isReached = plan.happenedAt() !== null;
      plan.end();
      expect({ nth, status, code: body.code }).toEqual({ nth, status: 200, code: "ok" });
      if (withKey === "with a key") expect((await postTo(ada, threadId, kind, headers)).status).toBe(200);
      const stored = await storedMessages(threadId);
      expect(stored.map(({ kind: said, state }) => [said, state])).toEqual([
        [messageKindOf(kind as ContractKind), "done"],
        ...(kind === "promptV2" ? [["text", "done"]] : []),
      ]);
      expect(await history(place)).toHaveLength(stored.length);
    }
  },
  TIME_LIMIT_MS,
);
