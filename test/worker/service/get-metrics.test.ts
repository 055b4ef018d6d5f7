import { afterEach, expect, test, vi } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { newId } from "../../../src/domain/ids.ts";
import { openMetricsText } from "../../../src/http/open-metrics.ts";
import { platformOf } from "../../../src/platform.ts";
import { countOnDay, STAGE_DEADLINES } from "../../../src/storage/d1/service/day-counters.ts";
import type { VerificationMode } from "../../../src/domain/verification-mode.ts";
import { answerByModel } from "../../support/fixtures/answer-by-model.ts";
import type { ChatBehavior } from "../../support/fixtures/chat-server.ts";
import { createDocument, createWorkplace } from "../../support/rows/workplace.ts";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

const TOKEN = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
const TEXT = "The harbour of Brackwater opened in 1871 after nine years of work.";

afterEach(() => {
  vi.restoreAllMocks();
});

async function scrape() {
  const response = await rawCall("GET", "/ops/metrics", { token: TOKEN });
  const text = await response.text();
  const samples = text
    .split("\n")
    .flatMap((line) =>
      line === "" || line.startsWith("#") ? [] : [line.split(/ (?=\S+$)/) as [string, string]],
    );
  const timing = response.headers.get("server-timing") ?? "";
  return { response, text, timing, values: new Map(samples.map(([name, value]) => [name, Number(value)])) };
}

test("counters cover the current day, and gauges the current state", async () => {
  const ada = await signUp();
  // After this call, the jobs of earlier test files are done.
  await runAllJobs();
  const before = (await scrape()).values;
  await addReadyAsset(ada, ada.rootId, TEXT);
  await upload(ada, ada.rootId, "Nobody reads this.", { name: "later.txt" });
  const thread = await startThread(ada, ada.rootId);
  await sendMessage(ada, thread, "When did the harbour of Brackwater open?");
  await runAllJobs();
  const parked = (id: string): D1PreparedStatement =>
    testEnv.DB.prepare(
      "INSERT INTO outbox (id, kind, target_id, due_at, parked_at) VALUES (?, 'thread_deleted', ?, 8.64e15, 1)",
    ).bind(id, newId("thread"));
  const due = testEnv.DB.prepare(
    "INSERT INTO outbox (id, kind, target_id, due_at) VALUES (?, 'thread_deleted', ?, ?)",
  );
  const later = newId("req");
  await testEnv.DB.batch([parked(newId("req")), due.bind(later, newId("thread"), Date.now() + 3_600_000)]);
  const { response, text, values, timing } = await scrape();
  const risen = (name: string): number => (values.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN);
  expect(response.headers.get("content-type")).toBe(
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
  );
  expect(text.endsWith("\n# EOF\n")).toBe(true);
  expect([
    risen("knowledge_questions_total"),
    risen("knowledge_received_assets_total"),
    risen("knowledge_received_bytes_total"),
  ]).toEqual([1, 1, TEXT.length]);
  expect(risen("knowledge_tokens_total")).toBeGreaterThan(0);
  expect(risen("knowledge_organizations_using")).toBe(1);
  expect([
    risen('knowledge_jobs{state="parked"}'),
    risen('knowledge_jobs{state="waiting"}'),
    risen('knowledge_assets{state="uploading"}'),
  ]).toEqual([1, 1, 1]);
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400;
  expect(values.get("knowledge_questions_created")).toBe(midnight);
  expect(timing).toMatch(/1 trips/);
  await testEnv.DB.prepare("DELETE FROM outbox WHERE kind = 'thread_deleted'").run();
});

test("the metrics report the age of the oldest due job and of the oldest asset without progress in seconds", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.rootId, TEXT);
  await runAllJobs();
  expect((await scrape()).values.get("knowledge_jobs_longest_due_seconds")).toBe(0);
  const hour = Date.now() - 3_600_000;
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      "INSERT INTO outbox (id, kind, target_id, due_at) VALUES ('late', 'thread_deleted', ?, ?)",
    ).bind(newId("thread"), hour),
    testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'processing', modified_at = ? WHERE id = ?").bind(
      hour,
      assetId,
    ),
  ]);
  const { values } = await scrape();
  await testEnv.DB.batch([
    testEnv.DB.prepare("DELETE FROM outbox WHERE id = 'late'"),
    testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'ready' WHERE id = ?").bind(assetId),
  ]);
  expect(values.get('knowledge_jobs{state="due"}')).toBeGreaterThanOrEqual(1);
  for (const name of ["knowledge_jobs_longest_due_seconds", "knowledge_assets_longest_processing_seconds"]) {
    expect(values.get(name)).toBeGreaterThanOrEqual(3_600);
    expect(values.get(name)).toBeLessThan(7_200);
  }
});

test("counting stops at 10,000, which limits its cost", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10050)";
  await testEnv.DB.prepare(
    `INSERT INTO outbox (id, kind, target_id, due_at) ${rows} SELECT 'many' || i, 'thread_deleted', 'x', 8.63e15 FROM n`,
  ).run();
  const { values, timing } = await scrape();
  await testEnv.DB.prepare("DELETE FROM outbox WHERE target_id = 'x'").run();
  expect(values.get('knowledge_jobs{state="waiting"}')).toBe(10_000);
  expect(Number(/(\d+) rows read/.exec(timing)?.[1])).toBeLessThan(21_000);
});

test("the metrics count marks, repairs, abstentions and failures of language models", async () => {
  const risenBy = async (behaviour: ChatBehavior, verification: VerificationMode = "mark") => {
    const place = await createWorkplace();
    await createDocument(place, place.home, [TEXT]);
    const questions = ["When did the harbour of Brackwater open?"];
    const before = (await scrape()).values;
    await answerByModel(place, { behaviour, questions, verification });
    const { values } = await scrape();
    const risen = [...values].flatMap(([name, value]) =>
      /^knowledge_model_.*_total/.test(name) && !/_(?:tokens|cost)_/.test(name) && value !== before.get(name)
        ? [[name.slice("knowledge_model_".length).replace("_total", ""), value - (before.get(name) ?? 0)]]
        : [],
    );
    return Object.fromEntries(risen) as Record<string, number>;
  };
  expect(await risenBy("lying")).toEqual({
    answers: 1,
    repairs: 1,
    'sentences{support="quoted"}': 1,
    'sentences{support="contradicted"}': 3,
  });
  expect(await risenBy("lying", "strict")).toEqual({
    answers: 1,
    repairs: 1,
    'sentences{support="quoted"}': 1,
    dropped_sentences: 3,
  });
  expect(await risenBy("none")).toEqual({ answers: 1, abstentions: 1 });
  expect(await risenBy("failing")).toEqual({ failures: 1 });
});

test("a service without a host has no samples of a machine and of requests", async () => {
  const { text, values } = await scrape();
  expect(text).toContain("# TYPE knowledge_requests counter");
  const ofMachine = /^knowledge_(?:disk|memory|start|backup|request)/;
  expect([...values.keys()].filter((name) => ofMachine.test(name))).toEqual([]);
});

test("reading the metrics requires a service with the scope", async () => {
  const ada = await signUp();
  const status = async (token?: string) => (await rawCall("GET", "/ops/metrics", { token })).status;
  const other = serviceSecret(testEnv.TEST_SECRETS, ["assets:status"]);
  expect([await status(), await status(ada.token), await status(other), await status(TOKEN)]).toEqual([
    401, 403, 403, 200,
  ]);
});

test("label and help texts stay on one line and parse back unchanged", () => {
  const text = openMetricsText([
    {
      name: "a",
      type: "info",
      help: 'One "two"\nthree \\',
      samples: [{ labels: { version: '1"\n\\' }, value: 1 }],
    },
  ]);
  expect(text).toBe(
    '# TYPE a info\n# HELP a One \\"two\\"\\nthree \\\\\na_info{version="1\\"\\n\\\\"} 1\n# EOF\n',
  );
});

test("the metrics count stages that timed out since midnight", async () => {
  const count = async (): Promise<number | undefined> =>
    (await scrape()).values.get("knowledge_stage_deadlines_total");
  const db = platformOf(testEnv).database();
  const now = Date.now();
  await db.write([countOnDay(db, STAGE_DEADLINES, new Date(now - 86_400_000))]);
  expect(await count()).toBe(0);
  await db.write([
    countOnDay(db, STAGE_DEADLINES, new Date(now)),
    countOnDay(db, STAGE_DEADLINES, new Date(now)),
  ]);
  expect(await count()).toBe(2);
});
