import { expect, test } from "vitest";
import { platformOf } from "../../../src/platform.ts";
import { runMaintenance } from "../../../src/scheduled.ts";
import { copyRecentChanges } from "../../../src/services/threads/copy-recent-changes.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { copyChanges, findUncopied } from "../../../src/storage/d1/threads/recent-changes.ts";
import { testEnv } from "../../support/env.ts";
import { signUp } from "../../support/people.ts";
import { planOf } from "../../support/plans.ts";
import { startThread } from "../../support/threads.ts";

const { DB } = testEnv;
const CURSOR = "recent_threads_changed";

test("rows of before get the copy, a slice at a time and once; those of a crowd stay without it", async () => {
  const ada = await signUp();
  const threads = [];
  for (let at = 0; at < 5; at += 1) threads.push(await startThread(ada, ada.personalId));
  const [crowded = "", ...others] = threads;
  for (let at = 0; at < 8; at += 1) {
    const { userId } = await signUp("other");
    await DB.prepare("INSERT INTO recent_threads (user_id, thread_id, at) VALUES (?, ?, 1)").bind(userId, crowded).run();
  }
  await DB.batch([
    DB.prepare("UPDATE recent_threads SET changed_at = NULL"),
    DB.prepare("DELETE FROM cursors WHERE name = ?").bind(CURSOR),
  ]);
  const copied = async (): Promise<string[]> => {
    const rows =
      DB.prepare(`SELECT rt.thread_id AS id FROM recent_threads rt JOIN threads t ON t.id = rt.thread_id AND t.modified_at = rt.changed_at
      WHERE rt.user_id = ? ORDER BY 1`);
    return (await rows.bind(ada.userId).all<{ id: string }>()).results.map(({ id }) => id);
  };
  const all = (await DB.prepare("SELECT count(*) AS n FROM recent_threads").first<number>("n")) ?? 0;
  const db = createDatabase(DB);
  const seen = new Set<number>();
  for (let at = 0; at < all / 2 + 1; at += 1) {
    await Promise.all([copyRecentChanges(db, 2), copyRecentChanges(db, 2)]);
    seen.add((await copied()).length);
  }
  expect(await copied()).toEqual(others.toSorted());
  expect(seen.size).toBeGreaterThan(2);
  expect(await DB.prepare("SELECT value FROM cursors WHERE name = ?").bind(CURSOR).first("value")).toBe('["~",""]');
  await DB.prepare("UPDATE recent_threads SET changed_at = NULL").run();
  await runMaintenance(platformOf(testEnv), new Date());
  expect(await copied()).toEqual([]);
});

test("a slice begins where the last one ended, without a look at what is before", async () => {
  const db = createDatabase(DB);
  const { slice } = findUncopied(db, 10);
  const plans = [await planOf(slice), ...(await Promise.all(copyChanges(db, ["user_a", "thread_b"]).map(planOf)))].flat();
  expect(plans.filter((step) => step.startsWith("SCAN") && !/CONSTANT|SUBQUERY|\(subquery/.test(step))).toEqual([]);
  expect(plans.filter((step) => /^SEARCH (?:rt|recent_threads) .*user_id>/.test(step) || /user_id,thread_id\)>/.test(step))).toHaveLength(
    2,
  );
});
