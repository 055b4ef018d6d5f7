import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const DIST = createRequire(import.meta.url).resolve("miniflare");

/**
 * Every distinct match of an expression in the installed Miniflare's source, so that an update is noticed.
 */
export function matchesInMiniflareSource(expression: RegExp): string[] {
  const workers = join(DIST, "..", "workers");
  const names = readdirSync(workers, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const sources = [DIST, ...names.map((name) => join(workers, name))].map((file) =>
    readFileSync(file, "utf8"),
  );
  return [...new Set(sources.flatMap((source) => source.match(expression) ?? []))].toSorted();
}
