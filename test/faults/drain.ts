import { setTimeout as pause } from "node:timers/promises";
import { pendingAnswers } from "./checks/answers.ts";
import type { Violation } from "./checks/violation.ts";
import { RawSocket } from "./raw-socket.ts";
import type { Setup } from "./setup.ts";
import { readThread } from "./stored-thread.ts";

/** Without any progress for this long, the waiting work counts as stuck. */
const STUCK_AFTER_MS = 60_000;
const POLL_MS = 250;
/** Beyond the end of any log, so the service answers with the last number. */
const BEYOND = 999_999_999_999;

/**
 * Waits until every answer has ended without further requests.
 * @returns the stuck answers
 */
export async function drain({ owner, threadIds }: Setup, round: number): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const threadId of threadIds) {
    let pending = pendingAnswers(await readThread(owner.api, threadId));
    for (let movedAt = Date.now(); pending.length > 0 && Date.now() - movedAt < STUCK_AFTER_MS;) {
      await pause(POLL_MS);
      const left = pendingAnswers(await readThread(owner.api, threadId));
      if (left.length < pending.length) movedAt = Date.now();
      pending = left;
    }
    if (pending.length > 0)
      found.push({
        round,
        where: threadId,
        what: `${pending.length} answers do not end, from ${pending[0]?.id} on`,
      });
  }
  return found;
}

/**
 * Waits until the log of the thread stops growing.
 * @returns the number of its last event
 */
export async function lastSeqOf({ owner }: Setup, threadId: string): Promise<number> {
  let last = -1;
  for (
    let next = await readLastSeq(owner.api, threadId);
    next !== last;
    next = await readLastSeq(owner.api, threadId)
  ) {
    last = next;
    await pause(POLL_MS);
  }
  return last;
}

async function readLastSeq({ origin, token }: Setup["owner"]["api"], threadId: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const listener = {
    onFrame: ({ body }: { body: Readonly<Record<string, unknown>> }) => resolve(Number(body["seq"])),
    onRejected: (code: number) => resolve(-code),
  };
  const socket = new RawSocket({ origin, token, threadId }, listener, BEYOND);
  const seq = await promise;
  await socket.stop();
  return seq;
}
