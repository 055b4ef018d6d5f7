/** Documents in the reader: uploads, places, and the words that it marks. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { addReadyFile, type RemoteUser } from "../../support/http/remote-user.ts";

/** Uploads a file of the repository into the personal collection. @returns the id of the ready asset */
export async function addFile(person: RemoteUser, path: string, contentType: string): Promise<string> {
  const bytes = new Uint8Array(await readFile(join(PROJECT_ROOT, path)));
  return await addReadyFile(person, person.workspace.personalId, {
    name: basename(path),
    contentType,
    bytes,
  });
}

export interface StoredVersion {
  readonly text: string;
  readonly version: string;
}

export async function storedText({ api }: RemoteUser, assetId: string): Promise<StoredVersion> {
  const text = (await api.request("GET", "/v1/assets/{assetID}/text", {
    params: { assetID: assetId },
  })) as string;
  const { data } = await api.request("GET", "/v1/assets/{assetID}/places", { params: { assetID: assetId } });
  return { text, version: data.version };
}

export interface MarkedWords {
  readonly state: string;
  readonly words: string;
}

/** Goes to an address within the page, as a link does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** The words that the open reader marks at a place, once it has decided. */
export async function markedAt(page: Page, start: number, end: number): Promise<MarkedWords> {
  const body = page.locator(`.reader-body[data-place="${start}-${end}"]`);
  await body.and(page.locator('[data-mark="marked"], [data-mark="missing"]')).waitFor({ timeout: 60_000 });
  return await body.evaluate((element) => ({
    state: element.getAttribute("data-mark") ?? "",
    words: [...((CSS.highlights.get("cited") as Iterable<AbstractRange> | undefined) ?? [])]
      .map(String)
      .join(""),
  }));
}

/** Where the first marked line stands in the document's frame: 0 at its top, 1 at its end. */
export async function heightOfMark(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const [first] = CSS.highlights.get("cited") as unknown as Iterable<Range>;
    const frame = document.querySelector(".reader-scroller")!.getBoundingClientRect();
    return (first!.getBoundingClientRect().top - frame.top) / frame.height;
  });
}

export async function expectNothingMarked(page: Page): Promise<void> {
  expect(await page.evaluate(() => CSS.highlights.has("cited"))).toBe(false);
}
