import { expect, test } from "vitest";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { openSession } from "../../support/http/open-session.ts";
import { testEnv } from "../../support/setup/env.ts";

const DAY = 86_400_000;

test("the cron run deletes sessions that ended for lack of use, and no others", async () => {
  const email = (name: string): string => `${name}-${crypto.randomUUID()}@example.com`;
  const [unused, used] = [email("unused"), email("used")];
  for (const each of [unused, used]) await openSession(each);
  const age = "UPDATE sessions SET last_used_at = last_used_at - ?1 WHERE subject = ?2";
  await testEnv.DB.batch([
    testEnv.DB.prepare(age).bind(15 * DAY, `email:${unused}`),
    testEnv.DB.prepare(age).bind(14 * DAY, `email:${used}`),
  ]);
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  const count = async (each: string) =>
    await testEnv.DB.prepare("SELECT count(*) AS n FROM sessions WHERE subject = ?")
      .bind(`email:${each}`)
      .first("n");
  expect([await count(unused), await count(used)]).toEqual([0, 1]);
});
