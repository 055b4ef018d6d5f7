import { describe, expect, it } from "vitest";
import { READER_BOUNDS, ReaderAccount } from "../../src/thread-room/sockets/reader-account.ts";
import { LOG_BOUNDS } from "../../src/thread-room/events/event-log.ts";

const OPENED_AT = 1_000;
const NEVER = Number.NEGATIVE_INFINITY;
const bounds = { unseenBytes: 100, renewals: 2 };

/** Sends ten bytes a time until no more may be sent. @returns how many bytes went out */
function sendUntilRefused(account: ReaderAccount, lastSignAt: (sent: number) => number, now = () => OPENED_AT): number {
  let sent = 0;
  while (account.takes(10, () => lastSignAt(sent), now())) sent += 10;
  return sent;
}

describe("what a socket may be sent", () => {
  it("is the bound, when it never shows a sign of life", () => {
    expect(sendUntilRefused(new ReaderAccount(bounds, OPENED_AT), () => NEVER)).toBe(100);
  });

  it("is the bound, when its only sign is from before it was opened", () => {
    expect(sendUntilRefused(new ReaderAccount(bounds, OPENED_AT), () => OPENED_AT - 1)).toBe(100);
  });

  it("is as much again for each sign, as often as is allowed, however often it shows one", () => {
    let clock = OPENED_AT;
    const tick = () => (clock += 1);
    expect(sendUntilRefused(new ReaderAccount(bounds, OPENED_AT), () => clock, tick)).toBe(300);
  });

  it("is not more for a sign that has been counted already", () => {
    let clock = OPENED_AT;
    const tick = () => (clock += 1);
    expect(sendUntilRefused(new ReaderAccount(bounds, OPENED_AT), () => OPENED_AT + 5, tick)).toBe(200);
  });

  it("counts what was sent in any case, and asks for a sign only at the bound", () => {
    const account = new ReaderAccount(bounds, OPENED_AT);
    account.add(95);
    const ask = (): number => {
      throw new Error("asked too early");
    };
    expect(account.takes(5, ask, OPENED_AT)).toBe(true);
    expect(account.takes(1, () => NEVER, OPENED_AT)).toBe(false);
  });
});

it("a newcomer who is sent the whole log may be sent as much again", () => {
  expect(READER_BOUNDS.unseenBytes).toBeGreaterThanOrEqual(2 * LOG_BOUNDS.bytes);
});
