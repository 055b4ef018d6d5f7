/** Every page in both themes, at five widths and in three languages. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { type Console, DESKTOP, PHONE, startConsole } from "./console.ts";
import { fillWorkspace, type FilledWorkspace } from "./filled-workspace.ts";
import { COLOR_RULES, findViolations } from "./find-violations.ts";
import { cutTexts, layoutProblems, namelessNodes, outlineProblems, smallTargets } from "./layout-problems.ts";
import type { RemoteUser } from "../../support/http/remote-user.ts";
import { visit, type VisitedPage, visitedPages } from "./visited-pages.ts";

let it: Console;
let filled: FilledWorkspace;
let newcomer: RemoteUser;
let pages: readonly VisitedPage[];
beforeAll(async () => {
  it = await startConsole();
  filled = await fillWorkspace(it);
  newcomer = await it.person("lin");
});

/** Opens every page, each in its visitor's browser. */
async function visitAll(
  options: BrowserContextOptions,
  look: (page: Page, visited: VisitedPage) => Promise<readonly string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const visitor of ["grace", "newcomer", "guest"] as const) {
    const who = { grace: filled.grace, newcomer, guest: null }[visitor];
    const page = await it.open(who, who === null ? "/sign-in" : "/", options);
    pages ??= visitedPages(filled, await settingsParts(page));
    for (const visited of pages.filter((each) => each.visitor === visitor)) {
      await visit(page, it.service.url, visited);
      found.push(...(await look(page, visited)).map((problem) => `${visited.name}: ${problem}`));
    }
  }
  return found;
}

/** The parts of the settings, as their page lists them. */
async function settingsParts(page: Page): Promise<string[]> {
  await page.goto(`${it.service.url}/settings/profile`);
  const links = page.locator(".settings-nav a");
  await links.first().waitFor({ state: "attached" });
  return (await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""))).map(
    (href) => href.split("/")[2] ?? "",
  );
}

describe.each([
  ["desktop", DESKTOP, { width: 768, height: 1_024 }],
  // A window of 1280 by 1024 pixels at 400 %.
  ["phone", PHONE, { width: 320, height: 256 }],
] as const)("%s", (_, viewport, narrower) => {
  test("every page is accessible in both themes, names each control, and hides nothing", async () => {
    const found = await visitAll({ viewport, hasTouch: viewport === PHONE }, async (page, { path }) => {
      await page.emulateMedia({ colorScheme: "light" });
      const inLight = [
        // `/styles` shows some landmarks once for each state.
        ...(await findViolations(page, { without: path === "/styles" ? ["landmark-unique"] : [] })),
        ...(await namelessNodes(page)),
        ...(await outlineProblems(page, "en")),
        ...(await layoutProblems(page)),
        ...(await cutTexts(page)),
        ...(viewport === PHONE ? await smallTargets(page) : []),
      ];
      await page.emulateMedia({ colorScheme: "dark" });
      const inDark = await findViolations(page, { only: COLOR_RULES });
      await page.setViewportSize(narrower);
      const whenNarrow = await layoutProblems(page);
      await page.setViewportSize(viewport);
      return [
        ...inLight,
        ...inDark.map((problem) => `dark: ${problem}`),
        ...whenNarrow.map((problem) => `${narrower.width} px: ${problem}`),
      ];
    });
    expect(found).toEqual([]);
  });
});

test.each([
  ["de-DE", "de"],
  ["zh-CN", "zh-Hans"],
] as const)("no word is cut on a phone in %s", async (locale, language) => {
  const found = await visitAll({ viewport: PHONE, hasTouch: true, locale }, async (page) => [
    ...(await outlineProblems(page, language)),
    ...(await layoutProblems(page)),
    ...(await cutTexts(page)),
  ]);
  expect(found).toEqual([]);
});

test("the pages above are all pages that the console has", async () => {
  const source = await readFile(join(PROJECT_ROOT, "console", "src", "routes.tsx"), "utf8");
  const routes = [...source.matchAll(/<Route path="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(routes.length).toBeGreaterThan(10);
  const isVisited = (route: string): boolean => {
    const pattern = new RegExp(
      `^${route.replaceAll(/\/:\w+\?/g, "(/[^/]+)?").replaceAll(/:\w+/g, "[^/]+")}$`,
    );
    return pages.some(({ path }) => pattern.test(path.replace(/[?#].*$/, "")));
  };
  expect(routes.filter((route) => !isVisited(route))).toEqual([]);
});
