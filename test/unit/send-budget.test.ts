import { describe, expect, test } from "vitest";
import { GUEST_BOUNDS, MEMBER_BOUNDS, SendBudget } from "../../src/thread-room/connections/send-budget.ts";
import { LOG_BOUNDS } from "../../src/thread-room/log/event-log.ts";

const OPENED_AT = 1_000;
const NEVER = Number.NEGATIVE_INFINITY;
const bounds = { unseenBytes: 100, renewals: 2 };

/**
 * Sends ten bytes a time until a send is rejected.
 * @returns the number of bytes sent
 */
function sendUntilRefused(
  budget: SendBudget,
  lastSignAt: (sent: number) => number,
  now = () => OPENED_AT,
): number {
  let sent = 0;
  while (budget.tryConsume(10, () => lastSignAt(sent), now())) sent += 10;
  return sent;
}

describe("the bytes that the room counts as unread", () => {
  test("a room counts replay bytes as unread for good, and live frames since the last sign of life", () => {
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

  test("a room counts all bytes to a guest as unread, despite signs of life", () => {
    const budget = new SendBudget(GUEST_BOUNDS, OPENED_AT);
    budget.tryConsume(200_000, () => NEVER, OPENED_AT);
    budget.trustUntil(OPENED_AT + 1, OPENED_AT + 1);
    expect(budget.held).toBe(200_000);
    expect(budget.tryConsume(100_000, () => OPENED_AT + 2, OPENED_AT + 2)).toBe(false);
  });
});

describe("the bytes that a socket may receive", () => {
  test("a socket without a sign of life may receive bytes up to the limit", () => {
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => NEVER)).toBe(100);
  });

  test("a socket may receive bytes up to the limit if its only sign of life precedes its opening", () => {
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => OPENED_AT - 1)).toBe(100);
  });

  test("a socket's bytes grow by the limit with each sign of life, up to a maximum number of signs", () => {
    let clock = OPENED_AT;
    const tick = () => (clock += 1);
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => clock, tick)).toBe(300);
  });

  test("a socket's bytes do not grow twice for the same sign of life", () => {
    let clock = OPENED_AT;
    const tick = () => (clock += 1);
    expect(sendUntilRefused(new SendBudget(bounds, OPENED_AT), () => OPENED_AT + 5, tick)).toBe(200);
  });

  test("a socket's bytes include the replay, and require a sign of life only at the limit", () => {
    const budget = new SendBudget(bounds, OPENED_AT);
    budget.addReplay(95);
    const ask = (): number => {
      throw new Error("asked too early");
    };
    expect(budget.tryConsume(5, ask, OPENED_AT)).toBe(true);
    expect(budget.tryConsume(1, () => NEVER, OPENED_AT)).toBe(false);
  });
});

test("a newcomer who receives the whole log may receive additional bytes of its size", () => {
  expect(MEMBER_BOUNDS.unseenBytes).toBeGreaterThanOrEqual(2 * LOG_BOUNDS.bytes);
});
