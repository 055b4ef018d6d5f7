import { expect, test } from "vitest";
import { MEMBER_BOUNDS, SendBudget } from "../../src/thread-room/connections/send-budget.ts";
import { UnreadPool } from "../../src/thread-room/connections/unread-pool.ts";

const holder = (held: number, isClosed = false, trusted = 0) => ({ held, trusted, isClosed });
const poolOf = (unseen: number, trusted = 0): UnreadPool => new UnreadPool({ unseen, trusted });

test("a pool's free bytes are its limit minus its used bytes, and never below zero", () => {
  const pool = poolOf(100);
  pool.add(60);
  expect(pool.free).toBe(40);
  pool.add(60);
  expect(pool.free).toBe(0);
});

test("a recount returns the bytes of ended connections; a closed socket that is still connected counts", () => {
  const pool = poolOf(100);
  pool.add(90);
  pool.recount([holder(20), holder(30, true)]);
  expect(pool.free).toBe(50);
});

test("a pool has plenty while the new bytes leave it less than half full", () => {
  const pool = poolOf(100);
  pool.add(20);
  expect([pool.hasPlenty(29), pool.hasPlenty(30)]).toEqual([true, false]);
});

test("a pool lists once each socket that holds more than an equal share of the free bytes", () => {
  const pool = poolOf(200);
  const holders = [holder(20), holder(30), holder(40, true), holder(10)];
  pool.recount(holders);
  expect(pool.aboveShare(holders)).toEqual([]);
  const more = [...holders, holder(20, true)];
  pool.recount(more);
  expect(pool.aboveShare(more)).toEqual([holder(30)]);
  expect(pool.aboveShare([])).toEqual([]);
});

test("a pool keeps nearly half of its bytes free when many sockets arrive together and none of them reads", () => {
  const pool = poolOf(1_000);
  const crowd = Array.from({ length: 100 }, () => ({ held: 0, trusted: 0, isClosed: false }));
  for (let turn = 0; turn < 50; turn += 1) {
    for (const each of crowd) if (!each.isClosed) each.held += 1;
    pool.recount(crowd);
    for (const each of pool.aboveShare(crowd)) each.isClosed = true;
  }
  expect(pool.free).toBe(400);
});

test("above its trust limit a pool lists the most trusted sockets, until a quarter is free; closed sockets count until they end", () => {
  const pool = poolOf(1_000, 100);
  const holders = [holder(0, false, 30), holder(0, true, 20), holder(0, false, 50), holder(0, false, 20)];
  pool.recount(holders);
  expect([pool.aboveTrust(holders), pool.free]).toEqual([[], 980]);
  const more = [...holders, holder(0, false, 10)];
  pool.recount(more);
  expect([pool.aboveTrust(more), pool.free]).toEqual([[holder(0, false, 50)], 970]);
});

test("the pool's limits bound all bytes sent to sockets that stay open, despite any signs of life", () => {
  const [unseen, trusted, frame] = [1_000_000, 2_000_000, 1_000];
  const pool = poolOf(unseen, trusted);
  const sockets = Array.from({ length: 100 }, () => ({
    budget: new SendBudget(MEMBER_BOUNDS, 0),
    isClosed: false,
    sent: 0,
  }));
  const count = () => {
    const holders = sockets.map((socket) => ({
      socket,
      held: socket.budget.held,
      trusted: socket.budget.trusted,
      isClosed: socket.isClosed,
    }));
    pool.recount(holders);
    return holders;
  };
  for (let now = 1; now < 200; now += 1) {
    for (const { budget } of sockets) budget.trustUntil(now, now);
    const holders = count();
    for (const { socket } of [...pool.aboveTrust(holders), ...pool.aboveShare(holders)])
      socket.isClosed = true;
    for (const socket of sockets) {
      if (socket.isClosed || frame > pool.free || !socket.budget.tryConsume(frame, () => now, now)) continue;
      pool.add(frame);
      socket.sent += frame;
    }
  }
  const sent = sockets.reduce((sum, socket) => sum + socket.sent, 0);
  expect(sent).toBeGreaterThan(trusted);
  expect(sent).toBeLessThanOrEqual(unseen + trusted);
});
