import fc from "fast-check";
import { expect, test } from "vitest";
import type { ThreadEvent } from "../../src/domain/events.ts";
import { EventLog } from "../../src/thread-room/log/event-log.ts";
import { openRoomSql } from "../support/rows/open-room-sql.ts";

const renamed = (label: string): ThreadEvent => ({
  renameThreadV1: { createdBy: [], kind: "renameThreadV1", label, messageId: [] },
  createdAt: "2026-11-22T10:00:00.000Z",
});
const seqOf = (frame: string): number => (JSON.parse(frame) as { seq: number }).seq;
const sinceOf = (log: EventLog, since: number): string[] => [...log.since(since)];

test("events have numbers from 1, and since=n returns the events after n", () => {
  const { sql } = openRoomSql();
  const log = new EventLog(sql);
  const frames = [
    ...log.append([renamed("a"), renamed("b")]),
    ...log.append([]),
    ...log.append([renamed("c")]),
  ];
  expect(frames.map(seqOf)).toEqual([1, 2, 3]);
  expect(sinceOf(log, 0)).toEqual(frames);
  expect(sinceOf(log, 2)).toEqual(frames.slice(2));
  expect(sinceOf(log, 3)).toEqual([]);
});

test("a position before the log's start gets a resync to the newest event, and since=0 gets all stored events", () => {
  const { sql } = openRoomSql();
  const log = new EventLog(sql, { events: 2, bytes: 10_000 });
  log.append(["a", "b", "c", "d"].map(renamed));
  expect(sinceOf(log, 1)).toEqual([JSON.stringify({ resync: true, seq: 4 })]);
  expect(sinceOf(log, 2).map(seqOf)).toEqual([3, 4]);
  expect(sinceOf(log, 0).map(seqOf)).toEqual([3, 4]);
  expect(sinceOf(log, 5)).toEqual([JSON.stringify({ resync: true, seq: 4 })]);
});

test("the log also has a maximum of UTF-8 bytes, but keeps the newest event whatever its size", () => {
  const { sql } = openRoomSql();
  const log = new EventLog(sql, { events: 100, bytes: 1_000 });
  log.append([renamed("a"), renamed("ü".repeat(480)), renamed("b")]);
  expect(sinceOf(log, 0).map(seqOf)).toEqual([3]);
  log.append([renamed("x".repeat(5_000))]);
  expect(sinceOf(log, 0).map(seqOf)).toEqual([4]);
});

test("a resync has a number, replaces the resync before it, and counts as an event", () => {
  const { sql, transaction } = openRoomSql();
  const log = new EventLog(sql, { events: 10, bytes: 10_000 });
  const again = (seq: number) => JSON.stringify({ resync: true, seq });
  expect([log.appendResync(), log.appendResync(), sinceOf(log, 0), sinceOf(log, 1), sinceOf(log, 2)]).toEqual(
    [again(1), again(2), [again(2)], [again(2)], []],
  );
  const frames = log.append([renamed("a"), renamed("b")]);
  expect([log.appendResync(), log.appendResync()]).toEqual([again(5), again(6)]);
  expect(sinceOf(log, 2)).toEqual([...frames, again(6)]);
  expect({
    sinceOfLog4: sinceOf(log, 4),
    sinceOfLog5: sinceOf(log, 5),
    sinceOfLog6: sinceOf(log, 6),
  }).toEqual({
    sinceOfLog4: [again(6)],
    sinceOfLog5: [again(6)],
    sinceOfLog6: [],
  });
  transaction(() => log.clear());
  expect({ sinceOfLog5: sinceOf(log, 5), sinceOfLog6: sinceOf(log, 6) }).toEqual({
    sinceOfLog5: [again(6)],
    sinceOfLog6: [],
  });
  expect(log.append([renamed("c")]).map(seqOf)).toEqual([7]);
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant("append" as const),
    labels: fc.array(fc.string({ maxLength: 40 }), { maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant("rolled back" as const), labels: fc.array(fc.string(), { maxLength: 3 }) }),
  fc.record({ kind: fc.constant("restart" as const) }),
  fc.record({ kind: fc.constant("read" as const) }),
);

test("a reader who follows the log receives every number once and in order, or is asked to resync", () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 200, max: 900 }),
      (steps, events, bytes) => {
        const { sql, transaction } = openRoomSql();
        let log = new EventLog(sql, { events, bytes });
        const written: string[] = [];
        let seen = 0;
        for (const { kind, ...rest } of steps) {
          const labels = "labels" in rest ? rest.labels : [];
          if (kind === "append") written.push(...transaction(() => log.append(labels.map(renamed))));
          if (kind === "restart") log = new EventLog(sql, { events, bytes });
          if (kind === "rolled back") {
            const abandon = (): void => {
              transaction(() => {
                log.append(labels.map(renamed));
                throw new Error("rolled back");
              });
            };
            expect(abandon).toThrow("rolled back");
          }
          if (kind !== "read") continue;
          const got = sinceOf(log, seen);
          if (got[0]?.includes('"resync"'))
            expect(got).toEqual([JSON.stringify({ resync: true, seq: written.length })]);
          else expect(got).toEqual(written.slice(seen > 0 ? seen : written.length - got.length));
          seen = got.length === 0 ? seen : seqOf(got.at(-1) ?? "");
        }
        expect(written.map(seqOf)).toEqual(written.map((_, position) => position + 1));
        expect(log.lastSeq()).toBe(written.length);
        const kept = sinceOf(log, 0);
        expect(kept.length).toBeLessThanOrEqual(events);
        expect(kept).toEqual(written.slice(written.length - kept.length));
        if (written.length > 0) expect(kept.length).toBeGreaterThan(0);
      },
    ),
  );
});
