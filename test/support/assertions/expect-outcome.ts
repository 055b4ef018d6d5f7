import { expect } from "vitest";
import type { AcceptResult } from "../../../src/thread-room/api.ts";
import type { Frame } from "../http/room-frames.ts";
import type { Follower } from "./room-follower.ts";
import { subjectOf } from "./thread-invariants.ts";

/** Checks the outcome of a call that returned. */
export function expectOutcome(result: AcceptResult, outcome: object): void {
  expect(result).toMatchObject(outcome);
}

/** Checks that the message is stored, and that no message sent later precedes it. */
export function expectOrder(stored: readonly string[], messageId: string, later: readonly string[]): void {
  expect(stored).toContain(messageId);
  const before = stored.slice(0, stored.indexOf(messageId));
  expect(later.filter((id) => before.includes(id))).toEqual([]);
}

/** Checks that the client has received exactly the whole log across all its sockets. */
export async function expectReceived(follower: Follower, log: readonly Frame[]): Promise<void> {
  await follower.catchUp();
  expect(follower.frames).toEqual(log);
  expect(follower.errors).toEqual([]);
}

/** The ids of the messages in the client's received events, one for each event. */
export function receivedBy(follower: Follower): string[] {
  return follower.frames.map((frame) => subjectOf(frame).messageId);
}
