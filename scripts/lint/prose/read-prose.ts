import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Passage } from "./passage.ts";
import { readMarkdown } from "./read-markdown.ts";
import { readTypeScript } from "./read-type-script.ts";

export function readProse(root: string, files: readonly string[]): Passage[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return file.endsWith(".md") ? readMarkdown(file, source) : readTypeScript(file, source);
  });
}
