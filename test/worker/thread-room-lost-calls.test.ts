import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { call } from "../support/http.ts";
import { type Person, signUp } from "../support/people.ts";
import { settle } from "../support/room-clock.ts";
import { history, storedMessages, type Workplace } from "../support/room-fixtures.ts";
import { type Crash, planTrouble } from "../support/room-trouble.ts";
import { startThread } from "../support/threads.ts";

const TIME_LIMIT_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function postTo(person: Person, threadId: string, messageKind: string, key: string) {
  const body = { messageContent: "Why is the sky blue?", messageKind, recipients: [], threadId };
  return await call("POST", `/v1/threads/${threadId}/messages`, { token: person.token, body, headers: { "idempotency-key": key } });
}

/** Lets the room's alarms fire until the work is done, and the room after it. */
async function attend<T>(place: Workplace, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  do await settle(place);
  while (!isDone);
  const result = await done;
  await settle(place);
  return result;
}

const CASES: readonly (readonly [string, Crash])[] = [
  ["promptV2", "before the call returns"],
  ["textV1", "at the call"],
  ["renameThreadV1", "before the call returns"],
];

test.each(CASES)(
  "%s, posted while the room is lost %s, whichever step: the caller hears that it is taken, and it is there once",
  async (kind, trouble) => {
    const ada = await signUp();
    const place = { ...ada, owner: ada.userId } as unknown as Workplace;
    for (let nth = 1, isReached = true; isReached; nth += 1) {
      const threadId = await startThread(ada, ada.personalId);
      const plan = planTrouble(threadId, { nth, trouble });
      const key = newId("req");
      const first = await attend({ ...place, threadId } as Workplace, postTo(ada, threadId, kind, key));
      isReached = plan.happenedAt() !== null;
      plan.end();
      const again = await postTo(ada, threadId, kind, key);
      expect([nth, first.status, again.status]).toEqual([nth, 200, 200]);
      expect(again.body.data.messages).toHaveLength(kind === "promptV2" ? 2 : 1);
      expect(again.body.done).toBe(true);
      const stored = await storedMessages(threadId);
      expect(stored.map((message) => message.kind)).toEqual(kind === "promptV2" ? ["promptV2", "textV1"] : [kind]);
      expect(await history({ ...place, threadId } as Workplace)).toHaveLength(stored.length);
    }
  },
  TIME_LIMIT_MS,
);
