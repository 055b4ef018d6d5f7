import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";

const LINK = /\]\(([^)\s]+)\)/g;
const EXTERNAL = /^[a-z]+:/;
/** Documents of other projects link to pages that are not here. */
const FOREIGN = /^(samples\/ripgrep|tools\/eval\/samples\/|test\/)/;

const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: PROJECT_ROOT, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !FOREIGN.test(path) && existsSync(join(PROJECT_ROOT, path)));

const withoutCode = (path: string): string =>
  readFileSync(join(PROJECT_ROOT, path), "utf8").replaceAll(/^ *```[^]*?^ *```/gm, "");

/** The ids that GitHub gives to the headings of a page. */
function anchorsOf(path: string): string[] {
  const headings = [...withoutCode(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => String(heading));
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** @returns the relative links that lead to no file, or to no heading of a page */
function brokenLinks(document: string): string[] {
  const links = [...withoutCode(document).matchAll(LINK)]
    .map(([, link]) => String(link))
    .filter((link) => !EXTERNAL.test(link));
  return links.filter((link) => {
    const [path = "", anchor = ""] = link.split("#");
    const target = path === "" ? document : normalize(join(dirname(document), path));
    if (!existsSync(join(PROJECT_ROOT, target))) return true;
    return anchor !== "" && target.endsWith(".md") && !anchorsOf(target).includes(anchor);
  });
}

test.each(documents)("every relative link of %s leads to a file and a heading that exist", (document) => {
  expect(brokenLinks(document)).toEqual([]);
});
