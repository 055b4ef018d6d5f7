/**
 * Pictures of the main pages, in both themes and at two widths. `npm run pictures` also writes the two of the
 * README.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { type Console, PHONE, startConsole } from "./console.ts";
import { fillWorkspace, type FilledWorkspace } from "./filled-workspace.ts";

const FOLDER = join(PROJECT_ROOT, "test", "console", "pictures");
const README_FOLDER = join(PROJECT_ROOT, "docs", "images");
const isForReadme = process.env["PICTURES"] === "readme";
/** A page of the README loads fast with two pictures of this size. */
const MAX_README_BYTES = 150_000;
/** A picture without text or controls is smaller. */
const MIN_BYTES = 8_000;
const WIDTHS = { 1280: { width: 1280, height: 800 }, 390: PHONE } as const;
const THEMES = ["light", "dark"] as const;

let it: Console;
let filled: FilledWorkspace;
beforeAll(async () => {
  it = await startConsole();
  filled = await fillWorkspace(it);
});

interface Shown {
  readonly name: string;
  readonly path: () => string;
  /** Brings the page into the state of the picture. */
  readonly arrange: (page: Page, isPhone: boolean) => Promise<void>;
}

const PAGES: readonly Shown[] = [
  {
    name: "home",
    path: () => "/",
    arrange: async (page) => await page.locator(".home-list li").first().waitFor(),
  },
  {
    name: "collection",
    path: () => `/c/${filled.harborId}?sort=displayName`,
    arrange: async (page) => await page.getByText("Could not be read").waitFor(),
  },
  { name: "thread", path: () => `/t/${filled.threadId}`, arrange: openSource },
  {
    name: "move",
    path: () => `/c/${filled.harborId}?sort=displayName`,
    arrange: async (page) => {
      await page.getByRole("row").filter({ hasText: "council.vtt" }).focus();
      await page.keyboard.press("m");
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("treeitem", { name: "Sequence search" }).click();
      await dialog.getByText("1 gains access").waitFor();
    },
  },
  {
    name: "share",
    path: () => `/c/${filled.harborId}?sort=displayName`,
    arrange: async (page) => {
      await page.getByRole("button", { name: "Share" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox", { name: "Name or address" }).fill(filled.ada.email);
      await dialog.getByText("1 gains access").waitFor();
    },
  },
  {
    name: "search",
    path: () => "/search?q=scoring+matrix",
    arrange: async (page) => await page.locator(".search mark").first().waitFor(),
  },
];

/** The thread with its first source beside it; on a phone, where the source covers the thread, the answer. */
async function openSource(page: Page, isPhone: boolean): Promise<void> {
  const chip = page.locator("button.chip").first();
  await chip.waitFor();
  if (isPhone) return;
  await chip.click();
  await page.locator('.reader-body[data-mark="marked"]').waitFor({ timeout: 60_000 });
  await page.locator(".reader-state").getByText("Stands there word for word").first().waitFor();
}

/** The same picture in half of the bytes. The browser encodes it. */
async function asWebp(page: Page, png: Uint8Array): Promise<Buffer> {
  const text = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d")!.drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 });
    const encoded = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(encoded, (byte) => String.fromCodePoint(byte)).join(""));
  }, Buffer.from(png).toString("base64"));
  return Buffer.from(text, "base64");
}

/** The size that a PNG says it has. */
function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(png.buffer, png.byteOffset);
  expect(String.fromCodePoint(...png.subarray(1, 4))).toBe("PNG");
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

test.each(Object.values(WIDTHS))("the main pages at %o, in both themes", async (viewport) => {
  const isPhone = viewport === PHONE;
  const page = await it.open(filled.grace, "/", { viewport, hasTouch: isPhone });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, arrange } of PAGES) {
    await page.goto(`${it.service.url}${path()}`);
    await arrange(page, isPhone);
    // Toasts and the pointer are no part of a page.
    await page.mouse.move(0, 0);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const picture = await page.screenshot({ animations: "disabled" });
      expect(sizeOf(picture)).toEqual(viewport);
      expect(picture.length).toBeGreaterThan(MIN_BYTES);
      await writeFile(join(FOLDER, `${name}-${viewport.width}-${colorScheme}.png`), picture);
      if (name !== "thread" || isPhone) continue;
      const small = await asWebp(page, picture);
      expect(small.length).toBeLessThan(MAX_README_BYTES);
      if (isForReadme) await writeFile(join(README_FOLDER, `console-${colorScheme}.webp`), small);
    }
  }
});
