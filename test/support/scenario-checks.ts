import { expect } from "vitest";
import type { AcceptResult } from "../../src/thread-room/api.ts";
import type { Frame } from "./room-fixtures.ts";
import type { Follower } from "./room-follower.ts";
import { shownBy } from "./whole-thread.ts";

/** Of a call that came back. */
export function expectOutcome(result: AcceptResult, outcome: object): void {
  expect(result).toMatchObject(outcome);
}

/** The message is there, and nothing that was sent later stands before it. */
export function expectBefore(stored: readonly string[], messageId: string, later: readonly string[]): void {
  expect(stored).toContain(messageId);
  const before = stored.slice(0, stored.indexOf(messageId));
  expect(later.filter((id) => before.includes(id))).toEqual([]);
}

/** Over all of its sockets the client has heard the whole log, and nothing else. */
export async function expectReceived(follower: Follower, log: readonly Frame[]): Promise<void> {
  await follower.catchUp();
  expect(follower.frames).toEqual(log);
  expect(follower.errors).toEqual([]);
}

/** The ids of the messages that the client has heard of, once for each event. */
export function receivedBy(follower: Follower): string[] {
  return follower.frames.map((frame) => shownBy(frame).messageId);
}
