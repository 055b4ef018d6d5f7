import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type AssertionName, CommitConflict } from "../../../src/domain/conflicts.ts";
import { newId } from "../../../src/domain/ids.ts";
import { type Assertion, assertStatements, commit } from "../../../src/storage/d1/core/commit.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { auditEvents } from "../../../src/storage/d1/schema/service.ts";
import { testEnv } from "../../support/setup/env.ts";

/** More values than one statement can bind. */
const MANY = 60;

const db = createDatabase(testEnv.DB);
const writer = {
  db,
  now: new Date(),
  actorId: newId("user"),
  operation: "createCollection" as const,
  operationId: newId("op"),
};
const holds = (name: AssertionName): Assertion => ({ name, holds: sql`1 IN (0, ${1})` });
const fails = (name: AssertionName, by: number | null = 0): Assertion => ({ name, holds: sql`${by}` });
const wide = (name: AssertionName, last: number): Assertion => ({
  name,
  holds: sql`${last} IN (${sql.join(
    Array.from({ length: MANY }, (_, at) => sql`${at}`),
    sql`, `,
  )})`,
});

async function assert(...asserts: Assertion[]): Promise<string> {
  const audit = { organizationId: null, targetId: newId("asset") };
  return await commit(writer, { asserts, writes: [], audit }).then(
    () => "written",
    (error: unknown) => (error instanceof CommitConflict ? (error.assertion ?? "unique") : "broken"),
  );
}

test("the error names the first assertion that fails, false or null", async () => {
  expect(await assert(holds("author"), holds("read"))).toBe("written");
  expect(await assert(holds("author"), fails("read"), fails("chat"))).toBe("read");
  expect(await assert(fails("author", null), fails("read"))).toBe("author");
});

test("the batch does not evaluate assertions after a failed one", async () => {
  expect(await assert(fails("author"), { name: "read", holds: sql`json_extract('{}', 'no path')` })).toBe(
    "author",
  );
});

test("assertions share statements while their values fit the bind limit", async () => {
  expect(assertStatements(db, [holds("author"), holds("read"), holds("chat")])).toHaveLength(1);
  const many = [wide("author", 1), wide("read", 1), wide("chat", MANY)];
  expect(assertStatements(db, many)).toHaveLength(3);
  expect(await assert(...many)).toBe("chat");
  expect(await assert(...many.slice(0, 2))).toBe("written");
});

test("the audit writer receives the event of a successful write, and no event of a rejected write", async () => {
  const heard: string[] = [];
  const hearing = { ...writer, onCommit: (eventKey: string) => void heard.push(eventKey) };
  const targetId = newId("asset");
  const change = { asserts: [], writes: [], audit: { organizationId: null, targetId } };
  await expect(commit(hearing, { ...change, asserts: [fails("author")] })).rejects.toBeInstanceOf(
    CommitConflict,
  );
  expect(heard).toEqual([]);
  const returning = {
    events: db.build
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(eq(auditEvents.targetId, targetId)),
  };
  const { events } = await commit(hearing, { ...change, returning });
  expect(heard).toEqual(events.map(({ id }) => id));
});
