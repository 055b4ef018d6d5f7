/** Every page of the console in a filled workspace. */
import type { Page } from "playwright-core";
import type { Family, FilledWorkspace } from "./filled-workspace.ts";

/** Whose browser opens the page: Grace has the workspace, a newcomer has nothing, a guest is not signed in. */
export type Visitor = "grace" | "newcomer" | "guest";

export interface VisitedPage {
  readonly name: string;
  readonly path: string;
  readonly visitor: Visitor;
  /** CSS selector of an element that the page shows when it is complete. */
  readonly ready: string;
}

/** What the reader shows when a document is drawn. */
const DRAWN: Partial<Record<Family, string>> = { pdf: ".pdf-text span" };
const DRAWN_TEXT = ".reader-scroller";

export function visitedPages(at: FilledWorkspace, settingsParts: readonly string[]): readonly VisitedPage[] {
  const by =
    (visitor: Visitor) =>
    (name: string, path: string, ready: string): VisitedPage => ({ name, path, visitor, ready });
  const [grace, newcomer, guest] = [by("grace"), by("newcomer"), by("guest")];
  const collection = `/c/${at.harborId}`;
  return [
    newcomer("Home, empty", "/", ".home-cards button"),
    newcomer("threads, empty", "/threads", ".empty"),
    newcomer("deleted, empty", "/deleted", ".empty"),
    newcomer("invitation, signed in", at.invitationPath, ".alone button"),
    grace("Home", "/", ".home-list li"),
    grace("library", "/library", "main [role=treeitem]"),
    grace("collection", collection, "[role=row] .tag"),
    grace("collection, empty", `/c/${at.emptyId}`, ".empty"),
    grace("collection, threads", `${collection}?tab=threads`, "main .collection a[href^='/t/']"),
    grace("collection, people", `/c/${at.sequencesId}?tab=people`, "main select"),
    grace("collection, missing", "/c/col_01h455vb4pex5vsknk084sn02q", "main .empty, main [role=alert]"),
    ...(Object.entries(at.documents) as [Family, string][]).map(([family, id]) =>
      grace(`document, ${family}`, `/d/${id}`, DRAWN[family] ?? DRAWN_TEXT),
    ),
    grace("document, long name", `/d/${at.longNamedId}`, DRAWN_TEXT),
    grace("document, broken", `/d/${at.brokenId}`, ".reader-body .empty, .reader [role=alert]"),
    grace("thread", `/t/${at.threadId}`, ".answer-actions"),
    grace("thread, empty", `/t/${at.emptyThreadId}`, ".composer textarea"),
    grace("threads", "/threads", ".thread-link"),
    grace("search, nothing asked", "/search", "main input"),
    grace("search, words", "/search?q=scoring+matrix", ".search mark"),
    grace("search, names", "/search?q=tides&tab=names", ".search a[href^='/d/']"),
    grace("search, threads", "/search?q=FASTA&tab=threads", ".search a[href^='/t/']"),
    grace("search, no hits", "/search?q=zyzzyva&tab=names", ".search .empty"),
    grace("deleted, documents", "/deleted", ".plain-rows button"),
    grace("deleted, threads", `/deleted?in=${at.harborId}&tab=threads`, ".plain-rows button"),
    grace("settings", "/settings", ".settings-nav a, .settings-part h2"),
    ...settingsParts.map((part) => grace(`settings, ${part}`, `/settings/${part}`, ".settings-part h2")),
    grace("missing", "/nothing/here", ".empty a"),
    guest("sign-in", "/sign-in", ".alone code"),
    guest("invitation, signed out", at.invitationPath, ".alone a"),
    guest("public thread", at.publicPath, "article"),
    guest("public thread, missing", `${at.publicPath.split("#")[0]}`, "main"),
    guest("all parts", "/styles", ".styles-state"),
  ];
}

/** Opens a page and waits until it is complete. */
export async function visit(page: Page, origin: string, { path, ready }: VisitedPage): Promise<void> {
  // A path that differs from the last one only behind `#` loads nothing.
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(`${origin}${path}`);
  await page.locator(ready).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  if (path !== "/styles") await page.locator(".skeleton").first().waitFor({ state: "detached" });
}
