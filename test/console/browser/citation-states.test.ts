/** The states of citations on the screen, while their documents change. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { answer, startSite } from "../../support/fixtures/site.ts";
import { crawlUntil, waitForState } from "../../support/http/crawl-page.ts";
import { type RemoteUser, startThread } from "../../support/http/remote-user.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { startConsole } from "./console.ts";
import { answered, answersTo, ask } from "./thread-console.ts";

const SENTENCES = {
  valid: "The brass lantern of Marrow mill burns whale oil.",
  moved: "The copper kettle of Marrow mill holds ninety litres.",
  changed: "The wooden wheel of Marrow mill turns eight times a minute.",
  gone: "The stone bridge of Marrow mill carries twelve carts.",
} as const;
type State = keyof typeof SENTENCES;
const STATES = Object.keys(SENTENCES) as State[];

const QUESTIONS: Readonly<Record<State, string>> = {
  valid: "What does the brass lantern of Marrow mill burn?",
  moved: "How many litres does the copper kettle of Marrow mill hold?",
  changed: "How often does the wooden wheel of Marrow mill turn?",
  gone: "How many carts does the stone bridge of Marrow mill carry?",
};

const WORDS: Readonly<Record<State, string>> = {
  valid: "Stands there word for word",
  moved: "Moved within the document",
  changed: "The document does not say this any more",
  gone: "Not available",
};

const READER_WORDS = { ...WORDS, gone: "Deleted, not yours to read, or lost" };

const html = (...sentences: readonly string[]): string =>
  `<!doctype html><title>Marrow mill</title><main><h1>Mill</h1>${sentences.map((each) => `<p>${each}</p>`).join("")}</main>`;

/** The source of the answer to the question about this document. */
const sourceOf = (page: Page, state: State): Locator =>
  answersTo(page, STATES.indexOf(state) + 1).locator(".sources .source");

async function expectState(page: Page, document: State, state: State): Promise<void> {
  const source = sourceOf(page, document);
  await source.getByText(WORDS[state]).waitFor({ state: "attached", ...LATE });
  // The first sign of a source is that of the document.
  expect(await source.locator("svg").count()).toBe(2);
}

async function expectReader(page: Page, state: State): Promise<void> {
  const shown = page.locator(`.reader-state[data-state="${state}"]`);
  await shown.getByText(READER_WORDS[state]).waitFor(LATE);
  await shown.locator("svg").first().waitFor();
}

/** A page that nobody touches asks for changes after a minute at the latest. */
const LATE = { timeout: 90_000 };

test("the sources on the screen and the reader follow their documents to all four states, and [ and ] walk through all sources", async () => {
  const it = await startConsole({ vars: { CRAWL_ALLOW_LOOPBACK: "true" } });
  const ada = await it.person("ada");
  const bodies = new Map<string, string>(STATES.map((state) => [state, html(SENTENCES[state])]));
  const site = await startSite(
    Object.fromEntries(
      STATES.map((state) => [
        `/${state}`,
        (request, response) =>
          answer(200, "text/html; charset=utf-8", bodies.get(state) ?? "")(request, response),
      ]),
    ),
  );
  const assets = new Map<State, string>();
  for (const state of STATES)
    assets.set(state, idFromBytes("asset", (await crawlUntil(ada, `${site.url}/${state}`)).id));
  const threadId = await startThread(ada, ada.workspace.personalId);
  const page = await it.open(ada, `/t/${threadId}`, { viewport: { width: 1600, height: 2_000 } });
  for (const [at, state] of STATES.entries()) {
    await ask(page, QUESTIONS[state]);
    await answered(page, at + 1);
  }
  await page.locator(".thread-scroll").evaluate((list) => list.scrollTo(0, 0));
  for (const state of STATES) await expectState(page, state, "valid");

  bodies.set("moved", html("A new roof was built.", "The miller wrote it down.", SENTENCES.moved));
  bodies.set("changed", html("The wooden wheel of Marrow mill stands still."));
  for (const state of ["moved", "changed"] as const) await refresh(ada, assets.get(state)!);
  await ada.api.request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [assets.get("gone")!] } });
  for (const state of STATES) await expectState(page, state, state);

  // The service tells nothing of a deleted document: its number and its row stay, and lead nowhere.
  await answersTo(page, STATES.length).getByRole("img", { name: "Source 1: Not available" }).waitFor();
  expect(await sourceOf(page, "gone").textContent()).toBe("1[deleted]Not available");
  expect(await sourceOf(page, "gone").getAttribute("href")).toBeNull();

  // From the first source to the last one, and back.
  const readable = ["valid", "moved", "changed"] as const;
  await answersTo(page, 1).focus();
  await page.keyboard.press("]");
  for (const state of readable) {
    await expectReader(page, state);
    expect(new URL(page.url()).searchParams.get("s")).toBe(await citationOf(page, state));
    await page.keyboard.press("]");
  }
  for (const state of readable.toReversed()) {
    await expectReader(page, state);
    await page.keyboard.press("[");
  }

  // The open reader follows its document too.
  bodies.set("valid", html("The mill was sold.", SENTENCES.valid));
  await refresh(ada, assets.get("valid")!);
  await expectReader(page, "moved");
  await expectState(page, "valid", "moved");
  await ada.api.request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [assets.get("valid")!] } });
  await expectReader(page, "gone");
  expect(await page.locator(".gone-quote").textContent()).toBe("[deleted]");
  // So does a link to a deleted source.
  await page.reload();
  await expectReader(page, "gone");
  await expectAccessible(page);
});

const citationOf = async (page: Page, state: State): Promise<string | null> =>
  new URL((await sourceOf(page, state).getAttribute("href")) ?? "", page.url()).searchParams.get("s");

async function refresh(ada: RemoteUser, assetId: string): Promise<void> {
  await ada.api.call("POST", `/v1/assets/${assetId}/refresh`, {});
  await waitForState(ada, assetId, ["ready"]);
}
