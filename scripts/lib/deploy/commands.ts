import type { Deployment } from "./deployment.ts";
import { sandboxOf, type WranglerFiles } from "./wrangler-files.ts";
import type { Command } from "./wrangler.ts";

/** Every `wrangler` command of a deployment, an update, a rollback and a removal. */
export interface Commands {
  readonly listDatabases: Command;
  readonly createDatabase: Command;
  readonly findBucket: Command;
  readonly createBucket: Command;
  readonly listSecrets: Command;
  /** Prints the bookmark to which Time Travel can take the database back. */
  readonly bookmark: Command;
  readonly migrate: Command;
  readonly deploySandbox: Command;
  readonly deployMain: Command;
  readonly rollBackMain: Command;
  readonly rollBackSandbox: Command;
  readonly deleteObjects: Command;
  readonly deleteMain: Command;
  readonly deleteSandbox: Command;
  readonly deleteDatabase: Command;
  readonly emptyBucket: Command;
  readonly deleteBucket: Command;
}

/** @param secrets path of a file of secrets to upload with the main Worker */
export function commandsOf(target: Deployment, files: WranglerFiles, secrets: string | null): Commands {
  const { name, location, jurisdiction } = target;
  const main = ["--config", files.main];
  const limits = jurisdiction === null ? [] : ["--jurisdiction", jurisdiction];
  const place = jurisdiction === null && location !== null ? ["--location", location] : limits;
  const addRule = ["r2", "bucket", "lifecycle", "add", name, "removal"];
  const message = ["--yes", "--message", "npm run deploy -- --rollback"];
  return {
    listDatabases: ["d1", "list", "--json", ...main],
    createDatabase: ["d1", "create", name, ...place, "--update-config=false", ...main],
    findBucket: ["r2", "bucket", "info", name, ...limits, ...main],
    createBucket: ["r2", "bucket", "create", name, ...place, "--update-config=false", ...main],
    listSecrets: ["secret", "list", "--format", "json", ...main],
    bookmark: ["d1", "time-travel", "info", name, "--json", ...main],
    migrate: ["d1", "migrations", "apply", name, "--remote", ...main],
    deploySandbox: ["deploy", "--config", files.sandbox],
    deployMain: ["deploy", ...main, ...(secrets === null ? [] : ["--secrets-file", secrets])],
    rollBackMain: ["rollback", ...message, ...main],
    rollBackSandbox: ["rollback", ...message, "--config", files.sandbox],
    deleteObjects: ["deploy", "--config", files.removal],
    deleteMain: ["delete", name, "--force", ...main],
    deleteSandbox: ["delete", sandboxOf(target), "--force", "--config", files.sandbox],
    deleteDatabase: ["d1", "delete", name, "--skip-confirmation", ...main],
    // wrangler cannot empty a bucket. A rule does within about a day.
    emptyBucket: [...addRule, "--expire-days", "1", "--force", ...limits, ...main],
    deleteBucket: ["r2", "bucket", "delete", name, ...limits, ...main],
  };
}
