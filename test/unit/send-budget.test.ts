import { describe, expect, test } from "vitest";
import { GUEST_BOUNDS, MEMBER_BOUNDS, SendBudget } from "../../src/thread-room/connections/send-budget.ts";
import { LOG_BOUNDS } from "../../src/thread-room/log/event-log.ts";

const OPENED_AT = 1_000;
const NEVER = Number.NEGATIVE_INFINITY;
const bounds = { unseenBytes: 100, renewals: 2 };

/** Sends ten bytes a time until no more may be sent. @returns how many bytes went out */
function sendUntilRefused(budget: SendBudget, lastSignAt: (sent: number) => number, now = () => OPENED_AT): number {
  let sent = 0;
  while (budget.tryConsume(10, () => lastSignAt(sent), now())) sent += 10;
  return sent;
}

describe("what the room takes for unread", () => {
  test("is the replay for good, and what came live since the last sign", () => {
    const budget = new SendBudget(bounds, OPENED_AT);
    budget.addReplay(30);
    budget.tryConsume(20, () => NEVER, OPENED_AT);
    budget.trustUntil(OPENED_AT - 1, OPENED_AT + 1);
    expect(budget.held).toBe(50);
    budget.trustUntil(OPENED_AT + 2, OPENED_AT + 3);
    expect(budget.held).toBe(30);
    budget.tryConsume(20, () => NEVER, OPENED_AT);
    budget.trustUntil(OPENED_AT + 2, OPENED_AT + 4);
    expect(budget.held).toBe(50);
  });

  test("is everything, for a guest, whatever sign it shows", () => {
    const budget = new SendBudget(GUEST_BOUNDS, OPENED_AT);
    budget.tryConsume(200_000, () => NEVER, OPENED_AT);
    budget.trustUntil(OPENED_AT + 1, OPENED_AT + 1);
    expect(budget.held).toBe(200_000);
    expect(budget.tryConsume(100_000, () => OPENED_AT + 2, OPENED_AT + 2)).toBe(false);
  });
});

describe("what a socket may be sent", () => {
  test("is the bound, when it never shows a sign of life", () => {
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => NEVER)).toBe(100);
  });

  test("is the bound, when its only sign is from before it was opened", () => {
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => OPENED_AT - 1)).toBe(100);
  });

  test("is as much again for each sign, as often as is allowed, however often it shows one", () => {
    let clock = OPENED_AT;
    const tick = () => (clock += 1);
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => clock, tick)).toBe(300);
  });

  test("is not more for a sign that has been counted already", () => {
    let clock = OPENED_AT;
    const tick = () => (clock += 1);
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => OPENED_AT + 5, tick)).toBe(200);
  });

  test("counts its replay, and asks for a sign only at the bound", () => {
    const budget = new SendBudget(bounds, OPENED_AT);
    budget.addReplay(95);
    const ask = (): number => {
      throw new Error("asked too early");
    };
    expect(budget.tryConsume(5, ask, OPENED_AT)).toBe(true);
    expect(budget.tryConsume(1, () => NEVER, OPENED_AT)).toBe(false);
  });
});

test("a newcomer who is sent the whole log may be sent as much again", () => {
  expect(MEMBER_BOUNDS.unseenBytes).toBeGreaterThanOrEqual(2 * LOG_BOUNDS.bytes);
});
