import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { dayOf } from "../../../src/domain/usage.ts";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { addReadyAsset, finishProcessing, notify } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { unitsOf, usageOf } from "../../support/http/usage.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const TEXT = "The harbour of Brackwater opened in 1871 after nine years of work.";
const QUESTION = "When did the harbour of Brackwater open?";
const NOTHING = {
  questions: 0,
  units: 0,
  inputTokens: 0,
  outputTokens: 0,
  estimatedTokens: 0,
  cost: 0,
  assets: 0,
  bytes: 0,
};

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Runs the cron job.
 * @returns the rows that each of its usage statements deleted and read
 */
async function forget(
  env: typeof testEnv,
  now = new Date(),
): Promise<{ readonly deleted: readonly number[]; readonly read: number }> {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const forgotten: D1Result[] = [];
  interceptBatches(async (_, send, __, texts) => {
    const results = await send();
    forgotten.push(...results.filter((___, at) => texts[at]!.startsWith("DELETE FROM usage_")));
    return results;
  });
  await runScheduledMaintenance(platformOf(env), now);
  vi.restoreAllMocks();
  return {
    deleted: forgotten.map(({ meta }) => meta.changes),
    read: forgotten.reduce((sum, { meta }) => sum + meta.rows_read, 0),
  };
}

/** Inserts rows of other days, users and operations. */
async function addDays({ organizationId }: Person, days: number, users: number): Promise<void> {
  const today = dayOf(new Date());
  const counters = "questions, units, input_tokens, output_tokens, cost, assets, bytes";
  const rows = `WITH RECURSIVE d(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM d WHERE i < ${days}),
    u(j) AS (SELECT 1 UNION ALL SELECT j + 1 FROM u WHERE j < ${users})`;
  await testEnv.DB.batch([
    testEnv.DB.prepare(`INSERT INTO usage_days (organization_id, day, user_id, operation, ${counters}) ${rows}
      SELECT ?1, ${today} - i, 'user_' || printf('%026d', j), 'postMessage', 1, 2, 0, 0, 3000000000, 0, 0 FROM d, u`).bind(
      organizationId,
    ),
    testEnv.DB.prepare(`INSERT INTO usage_totals (day, organization_id, ${counters}) ${rows}
      SELECT ${today} - i, ?1, sum(1), sum(2), 0, 0, sum(3000000000), 0, 0 FROM d, u GROUP BY i`).bind(
      organizationId,
    ),
  ]);
}

test("the usage reports questions, tokens, assets and bytes by day, user and operation, equal to the audit log", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["write", "chat"]);
  const assetId = await addReadyAsset(ada, home, TEXT);
  await addReadyAsset(
    { ...bob, organizationId: ada.organizationId, tenantId: ada.tenantId },
    home,
    `${TEXT} It froze in 1895.`,
  );
  await notify(ada, assetId);
  await finishProcessing(assetId);
  const thread = await startThread(ada, home);
  await sendMessage(ada, thread, QUESTION);
  await sendMessage(bob, thread, QUESTION);
  await sendMessage(bob, thread, "Good to know.", { messageKind: "textV1" });

  const { records, total, from, to, truncated, trips, pagination } = await usageOf(
    ada,
    "by=day,user,operation&sort=day",
  );
  const today = new Date().toISOString().slice(0, 10);
  expect([trips, truncated, dayOf(new Date(to)) - dayOf(new Date(from))]).toEqual([1, false, 30]);
  expect(pagination.count).toBe(records.length);
  const byUser = new Map(records.map((record: any) => [`${record.userId} ${record.operation}`, record]));
  const using = [ada, bob].flatMap(({ userId }) =>
    ["notifyUploaded", "postMessage", "processAsset"].map((id) => `${userId} ${id}`),
  );
  expect(new Set(byUser.keys())).toEqual(new Set(using));
  const bytes = TEXT.length;
  expect(byUser.get(`${ada.userId} notifyUploaded`)).toEqual({
    ...NOTHING,
    day: today,
    userId: ada.userId,
    userDisplayName: expect.stringMatching(/.+/),
    operation: "notifyUploaded",
    assets: 1,
    bytes,
  });
  expect(byUser.get(`${bob.userId} notifyUploaded`)).toMatchObject({
    assets: 1,
    bytes: bytes + " It froze in 1895.".length,
  });
  expect(byUser.get(`${bob.userId} postMessage`)).toMatchObject({
    questions: 1,
    inputTokens: 0,
    cost: 0,
    assets: 0,
  });
  expect(byUser.get(`${ada.userId} processAsset`)).toMatchObject({
    questions: 0,
    units: expect.any(Number),
    bytes: 0,
  });
  const units = await unitsOf(ada.organizationId);
  expect(units).toBeGreaterThan(0);
  expect(total).toEqual({
    ...NOTHING,
    questions: 2,
    units,
    assets: 2,
    bytes: 2 * bytes + " It froze in 1895.".length,
  });
  expect(records.reduce((sum: number, record: any) => sum + record.units, 0)).toBe(units);
});

test("the usage sums the omitted dimensions, and respects the requested days, pages and times", async () => {
  const ada = await signUp();
  await addDays(ada, 40, 3);
  const { records, total, pagination } = await usageOf(ada);
  expect([records.length, pagination.count]).toEqual([29, 29]);
  expect(records[0]).toMatchObject({
    userId: null,
    userDisplayName: "",
    operation: "",
    questions: 3,
    units: 6,
    cost: 9,
  });
  expect(records[0].day > records[1].day).toBe(true);
  expect(total).toMatchObject({ questions: 29 * 3, units: 29 * 6, cost: 29 * 9 });
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const three = await usageOf(ada, `from=${day(5)}&to=${day(2)}&by=user&by=operation&limit=2`);
  expect({
    from: three.from,
    to: three.to,
    count: three.pagination.count,
    length: three.records.length,
  }).toEqual({
    from: day(5),
    to: day(2),
    count: 3,
    length: 2,
  });
  expect(three.records[0]).toMatchObject({ day: "", operation: "postMessage", questions: 3 });
  expect(three.total.questions).toBe(9);
  expect(three.pagination.firstRecordOnPage).toBe(`${three.records[0].userId},postMessage`);
  // If the bound is a time within a day, the result includes that day.
  expect((await usageOf(ada, `from=${day(5)}&to=${day(2)}T10:00:00Z`)).total.questions).toBe(12);
  expect((await usageOf(ada, "from=2026-01-02&to=2026-01-02")).code).toBe("invalid_argument");
  expect((await usageOf(ada, "from=2025-01-01&to=2026-01-03")).code).toBe("invalid_argument");
  expect(
    (
      await call("getOrganizationUsage", {
        token: ada.token,
        params: { organizationId: ada.organizationId },
        query: { from: "2026-13-01", to: "2026-01-03" },
      })
    ).body,
  ).toMatchObject({
    code: "invalid_argument",
    message: "from: must be a day such as 2026-11-22, or a moment of one",
  });
  expect((await usageOf(ada, "by=day,day,user&sort=day&limit=1")).records[0].day).toBe(day(29));
});

test("the usage shows today and this month with the quotas of the owners and the operator", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  await addReadyAsset(ada, home, TEXT);
  const before = await usageOf(ada);
  expect(before.quotas.map(({ period, counter }: any) => `${period} ${counter}`)).toEqual(
    ["day", "month"].flatMap((period) =>
      ["questions", "units", "assets", "bytes"].map((counter) => `${period} ${counter}`),
    ),
  );
  const state = async (period: string, counter: string, query = "") =>
    (await usageOf(ada, query)).quotas.find(
      (each: any) => each.period === period && each.counter === counter,
    );
  expect(await state("day", "assets")).toMatchObject({ used: 1, own: null, operators: null });
  const quotas = { day: { assets: 5 }, month: { bytes: 1_000_000 } };
  const params = { organizationId: ada.organizationId };
  expect((await call("updateOrganization", { token: ada.token, params, body: { quotas } })).status).toBe(200);
  const today = await state("day", "assets");
  expect(today).toMatchObject({ used: 1, own: 5, operators: null });
  expect(new Date(today.resetsAt).getTime()).toBe((dayOf(new Date()) + 1) * 86_400_000);
  expect(await state("month", "bytes")).toMatchObject({ used: TEXT.length, own: 1_000_000 });
  expect(await state("month", "assets")).toMatchObject({ own: null });
  // The requested days do not matter.
  expect(await state("day", "assets", "from=2026-01-01&to=2026-01-02")).toMatchObject({ used: 1 });
});

test("a day with many users reads one row for each user, the total reads one row a day, and a stranger reads none", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  await addDays(ada, 20, 2_600);
  const many = await usageOf(ada, "limit=5");
  expect({ truncated: many.truncated, questions: many.total.questions }).toEqual({
    truncated: true,
    questions: 20 * 2_600,
  });
  expect(many.rowsRead).toBeLessThan(2 * 50_001 * 3);
  const few = await usageOf(ada, `from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`);
  expect({ truncated: few.truncated, questions: few.total.questions }).toEqual({
    truncated: false,
    questions: 2_600,
  });
  const refused = await usageOf({ ...eve, organizationId: ada.organizationId });
  expect([refused.code, refused.rowsRead < 60]).toEqual(["not_found", true]);
});

test("only owners see the usage: readers of the root get 403, others 404", async () => {
  const [ada, bob, carol, eve] = [
    await signUp(),
    await signUp("bob"),
    await signUp("carol"),
    await signUp("eve"),
  ];
  await share(ada, ada.rootId, bob, ["read", "chat", "write", "share"]);
  await share(ada, ada.rootId, carol, ["own"]);
  const read = async ({ token }: Person, { organizationId }: { organizationId: string }) =>
    (await usageOf({ token, organizationId })).code;
  expect([
    await read(carol, ada),
    await read(bob, ada),
    await read(eve, ada),
    await read(ada, { organizationId: newId("org") }),
  ]).toEqual(["ok", "permission_denied", "not_found", "not_found"]);
});

test("the cron run deletes usage rows older than the setting in slices, oldest first, and keeps rows that quotas and counters need", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.rootId, TEXT);
  const env = { ...testEnv, USAGE_RETENTION_DAYS: "32" };
  while ((await forget(env)).deleted.some((count) => count > 0));
  await addDays(ada, 35, 250);
  const daysLeft = async (): Promise<readonly (readonly [rows: number, oldest: number])[]> => {
    const left = async (table: string) => {
      const text = `SELECT count(*) AS rows, ${dayOf(new Date())} - min(day) AS oldest FROM ${table} WHERE organization_id = ?`;
      const row = await testEnv.DB.prepare(text)
        .bind(ada.organizationId)
        .first<{ rows: number; oldest: number }>();
      return [row!.rows, row!.oldest] as const;
    };
    return [await left("usage_days"), await left("usage_totals")];
  };
  const [[users], [totals]] = (await daysLeft()) as [readonly [number, number], readonly [number, number]];
  const [first, second, third] = [await forget(env), await forget(env), await forget(env)];
  expect([first.deleted, second.deleted, third.deleted]).toEqual([
    [500, 2],
    [250, 1],
    [0, 0],
  ]);
  expect(first.read).toBeLessThan(4_000);
  expect(third.read).toBeLessThan(10);
  expect(await daysLeft()).toEqual([
    [users - 750, 32],
    [totals - 3, 32],
  ]);
  expect((await forget(testEnv)).deleted).toEqual([0, 0]);
  const { total } = await usageOf(ada);
  expect(total).toMatchObject({ questions: 29 * 250, assets: 1, bytes: TEXT.length });
});
