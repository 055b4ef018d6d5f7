import { globSync } from "node:fs";
import { join, relative } from "node:path";

const MARKDOWN = [
  "{README,CONTRIBUTING,SECURITY,CHANGELOG}.md",
  "client/README.md",
  "docs/**/*.md",
  "{examples,eval,bench,tools}/**/README.md",
];
const TYPESCRIPT = ["*.config.ts", "{src,scripts,client,test,bench,eval,tools,examples}/**/*.{ts,mjs}"];
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|generated|samples|\.knowledge)$|^test\/documents$/;

/**
 * Every file whose prose counts, relative to `root`. @param paths files and folders to stay within; none:
 * everything
 */
export function listFiles(root: string, paths: readonly string[] = []): string[] {
  const within = paths.map((path) => relative(root, join(root, path)));
  return globSync([...MARKDOWN, ...TYPESCRIPT], { cwd: root, exclude: (path) => LEFT_OUT.test(path) })
    .filter(
      (file) =>
        within.length === 0 ||
        within.some((path) => path === "" || file === path || file.startsWith(`${path}/`)),
    )
    .toSorted();
}
