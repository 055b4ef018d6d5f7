import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project.ts";

const FOLDER = join(PROJECT_ROOT, "migrations");
const LINE = /^([0-9a-f]{64}) {2}(\d{4}_\w+\.sql)$/;

export interface FrozenMigrations {
  /** Released migrations that have changed or are gone. */
  readonly changed: readonly string[];
  /** Migrations that no release has. */
  readonly unreleased: readonly string[];
}

/**
 * Compares the migrations with `migrations/SHA256SUMS`, which lists the released ones. A database that has
 * applied a migration never applies it again, so a released one must not change.
 */
export function frozenMigrations(folder = FOLDER): FrozenMigrations {
  const lines = readFileSync(join(folder, "SHA256SUMS"), "utf8").trimEnd().split("\n");
  const released = new Map(lines.map((line) => [LINE.exec(line)?.[2] ?? line, LINE.exec(line)?.[1]]));
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const hashOf = (name: string): string =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return {
    changed: [...released].flatMap(([name, hash]) =>
      names.includes(name) && hashOf(name) === hash ? [] : [name],
    ),
    unreleased: names.filter((name) => !released.has(name)).toSorted(),
  };
}
