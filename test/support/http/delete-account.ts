import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { runAllJobs } from "./tombstone.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";

export async function deleteAccount(
  { token }: Pick<Person, "token">,
  query = "",
  headers: Record<string, string> = {},
) {
  return await call("DELETE", `/v1/users/self${query}`, { token, headers });
}

export async function restoreAccount({ token }: Pick<Person, "token">) {
  return await call("restoreUser", { token });
}

/** Ends the grace period of a deleted account, and runs the cron work. */
export async function endGracePeriod({ userId }: Pick<Person, "userId">): Promise<void> {
  await testEnv.DB.prepare("UPDATE users SET purge_at = 1 WHERE id = ? AND lifecycle_state = 'deleted'")
    .bind(userId)
    .run();
  await runScheduledMaintenance(platformOf(testEnv), new Date());
  await runAllJobs();
}
