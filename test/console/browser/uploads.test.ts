/** Bringing documents in: the upload tray, failures, folders, pauses and reloads. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";
import type { RemoteUser } from "../../support/http/remote-user.ts";
import { type Console, startConsole, takeProblems } from "./console.ts";
import { expectAccessible } from "./expect-accessible.ts";

let it: Console;
beforeAll(async () => {
  it = await startConsole();
});

const PART_BYTES = 16 * 1024 * 1024;
/** The service reads no longer PDF. */
const LONGEST_PDF_BYTES = 25 * 1024 * 1024;

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });
const tray = (page: Page): Locator => page.getByRole("region", { name: "Uploads" });
const fileIn = (page: Page, name: string): Locator =>
  tray(page).getByRole("listitem").filter({ hasText: name });
/** The tray folds when nothing is left to do, but not while the focus is in it. */
const keepUnfolded = async (page: Page): Promise<void> =>
  await page.getByRole("button", { name: "Fold the uploads" }).focus();
const folderOf = async (user: RemoteUser, label: string): Promise<string> =>
  await createCollection(user.api, user.workspace.personalId, label);

const plain = (name: string, content: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});
const pdf = (name: string, content: Uint8Array | string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(content),
});

interface LongFile {
  readonly name: string;
  readonly type: string;
  readonly head: string;
  readonly size: number;
  readonly date: number;
}

/** Chooses a long file, which the page itself makes. */
async function choose(page: Page, field: string, file: LongFile): Promise<void> {
  const input = page.locator(`[data-add=${field}]`);
  await input.waitFor({ state: "attached" });
  await input.evaluate((element: HTMLInputElement, { name, type, head, size, date }) => {
    const rest = new Uint8Array(size - head.length).fill(32);
    const data = new DataTransfer();
    data.items.add(new File([head, rest], name, { type, lastModified: date }));
    element.files = data.files;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  }, file);
}

/** Holds the requests that send more than some bytes until it is released. */
async function holdBytes(page: Page, minBytes = 0): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/assets/*/content*", async (route) => {
    if ((route.request().postDataBuffer()?.length ?? 0) >= minBytes) await released;
    await route.continue().catch(() => {});
  });
  return release;
}

describe("the upload tray", () => {
  test("forty files show totals before the first byte and each file's word, and the page stays usable", async () => {
    const ada = await it.person("ada");
    const page = await it.open(ada, `/c/${await folderOf(ada, "Forty")}`);
    const release = await holdBytes(page);
    const files = Array.from({ length: 40 }, (_, at) =>
      plain(`note-${at}.txt`, `The number is ${at}.\n`.padEnd(1_024)),
    );
    await page.locator("[data-add=files]").setInputFiles(files);
    await tray(page).getByText("0 of 40 files").waitFor();
    await tray(page).getByText("0 bytes of 40 kB").waitFor();
    await tray(page).getByText("Sending 0 %").first().waitFor();
    expect(await tray(page).getByRole("listitem").filter({ hasText: "note-" }).count()).toBe(40);
    expect(await tray(page).getByText("Waiting", { exact: true }).count()).toBe(36);
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("link", { name: "Documents" }).click();
    await keepUnfolded(page);
    release();
    await tray(page).getByText("40 of 40 files").waitFor();
    await expect.poll(async () => await tray(page).getByText("Ready", { exact: true }).count()).toBe(40);
    await expect.poll(async () => await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("41");
    expect(await page.getByRole("dialog").count()).toBe(0);
    // Nothing is left to do: the tray folds once nobody uses it, and the next page is free of it.
    await page.getByRole("grid").getByRole("row").last().focus();
    await page.mouse.move(0, 0);
    await page.getByRole("button", { name: "Show the uploads" }).waitFor();
    await page.getByRole("link", { name: "Home" }).first().click();
    await tray(page).waitFor({ state: "detached" });
  });

  test("a broken file, an empty one, a scan, one too large and one with a password name the problem and the remedy", async () => {
    const ada = await it.person("ada-broken");
    const page = await it.open(ada, `/c/${await folderOf(ada, "Broken")}`);
    await page
      .locator("[data-add=files]")
      .setInputFiles([
        plain("good.txt", "All is well.\n"),
        pdf("broken.pdf", "%PDF-1.4 nothing"),
        plain("empty.txt", ""),
        pdf("scan.pdf", makePdf({ pages: [[]] })),
        pdf("locked.pdf", makePdf({ pages: [pageOf("secret")], locked: true })),
      ]);
    const large = { name: "large.pdf", type: "application/pdf", head: "%PDF-1.4\n", date: 0 };
    await choose(page, "files", { ...large, size: LONGEST_PDF_BYTES + 1 });
    await tray(page).getByText("6 of 6 files · 5 failed").waitFor();
    const words = {
      "broken.pdf": [
        "The file is damaged and cannot be opened.",
        "Open it in its own program, save it anew, and bring that in.",
      ],
      "empty.txt": ["The file is empty.", "Check the file, and bring it in again."],
      "scan.pdf": [
        "No text was found in it.",
        "Run text recognition (OCR) over it, and bring the result in.",
      ],
      "locked.pdf": ["It is protected by a password.", "Remove the password, and bring the file in again."],
      "large.pdf": ["It is too large.", "Split it, and bring the parts in."],
    };
    for (const [name, told] of Object.entries(words))
      for (const text of told) await fileIn(page, name).getByText(text).waitFor();
    const names = await tray(page).locator(".upload-row .cut").allInnerTexts();
    expect(names.at(-1)).toBe("good.txt");
    await rowOf(page, "locked.pdf").getByText("It is protected by a password.").waitFor();
    await rowOf(page, "locked.pdf").getByRole("button", { name: "What can I do?" }).click();
    await page
      .getByRole("group", { name: "What can I do?" })
      .getByText("Remove the password, and bring the file in again.")
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    const again = page.waitForRequest((request) => request.url().endsWith("/reprocess"));
    await page.getByRole("button", { name: "Try again: broken.pdf" }).click();
    await again;
    await tray(page).getByText("6 of 6 files · 5 failed").waitFor();
    for (const name of Object.keys(words)) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await tray(page).getByText("1 of 1 file").waitFor();
    await expect.poll(async () => await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("2");
  });

  test("buttons pause and stop one file, or all of them", async () => {
    const ada = await it.person("ada-stop");
    const page = await it.open(ada, `/c/${await folderOf(ada, "Stopped")}`);
    const release = await holdBytes(page, 1_000);
    const long = "tide ".repeat(1_000);
    await page
      .locator("[data-add=files]")
      .setInputFiles([
        plain("long.txt", long),
        plain("slow.txt", long),
        plain("short.txt", "A short note.\n"),
      ]);
    await fileIn(page, "short.txt").getByText("Ready").waitFor();
    await keepUnfolded(page);
    await page.getByRole("button", { name: "Stop long.txt" }).click();
    await fileIn(page, "long.txt").getByText("Stopped").waitFor();
    await page.getByRole("button", { name: "Pause slow.txt" }).click();
    await fileIn(page, "slow.txt").getByText("Paused").waitFor();
    await page.getByRole("button", { name: "Go on with slow.txt" }).click();
    await fileIn(page, "slow.txt").getByText("Sending").waitFor();
    await page.getByRole("button", { name: "Pause all" }).click();
    await fileIn(page, "slow.txt").getByText("Paused").waitFor();
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    await fileIn(page, "slow.txt").getByText("Sending").waitFor();
    await keepUnfolded(page);
    await page.getByRole("button", { name: "Stop all" }).click();
    await fileIn(page, "slow.txt").getByText("Stopped").waitFor();
    release();
    await page.getByRole("button", { name: "Try again: slow.txt" }).click();
    await fileIn(page, "slow.txt").getByText("Ready").waitFor();
    await rowOf(page, "slow.txt").getByText("Ready").waitFor();
    await expect.poll(async () => await rowOf(page, "long.txt").count()).toBe(0);
    await page.getByRole("button", { name: "Try again: long.txt" }).click();
    await rowOf(page, "long.txt").getByText("Ready").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await tray(page).waitFor({ state: "detached" });
  });

  test("after a reload the same file, chosen again, goes on with its missing part", async () => {
    const ada = await it.person("ada-reload");
    const collectionId = await folderOf(ada, "Reloaded");
    const page = await it.open(ada, `/c/${collectionId}`);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(new URL(request.url()).pathname.split("/").at(-1) ?? "");
    });
    // The second part never arrives before the reload.
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.setBlockedURLs", { urls: ["*/multipart/2?*"] });
    const file = { name: "long.txt", type: "text/plain", head: "The tide turns.\n", date: 1_700_000_000_000 };
    const size = PART_BYTES + 1_000;
    await choose(page, "files", { ...file, size });
    await expect.poll(() => sent).toContain("2");
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    // The browser asks only where somebody has used the page.
    await page.getByRole("button", { name: "Fold the uploads" }).click();
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
    await network.send("Network.setBlockedURLs", { urls: [] });
    for (const problem of takeProblems(page)) expect(problem).toContain("ERR_BLOCKED_BY_CLIENT");
    await fileIn(page, "long.txt").getByText("Not finished").waitFor();
    await expectAccessible(page);
    await keepUnfolded(page);
    await choose(page, "continue", { ...file, size, date: file.date + 1 });
    await page.getByText("1 file is another one: its name, size or date differs.").waitFor();
    sent.length = 0;
    await choose(page, "continue", { ...file, size });
    await fileIn(page, "long.txt")
      .getByText(/Reading|Ready/)
      .waitFor();
    expect(sent).toEqual(["2"]);
    await fileIn(page, "long.txt").getByText("Ready").waitFor();
    await page.reload();
    await rowOf(page, "long.txt").getByText("Ready").waitFor();
    expect(await tray(page).count()).toBe(0);
  });

  test("another tab leaves an unfinished file alone, takes it over after the end of its page, and can give it up", async () => {
    const ada = await it.person("ada-given-up");
    const collectionId = await folderOf(ada, "Given up");
    const page = await it.open(ada, `/c/${collectionId}`);
    await holdBytes(page);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.locator("[data-add=files]").setInputFiles([plain("left.txt", "Left behind.\n")]);
    await fileIn(page, "left.txt").getByText("Sending").waitFor();
    const other = await page.context().newPage();
    await other.goto(`${it.service.url}/c/${collectionId}`);
    await rowOf(other, "left.txt").waitFor();
    expect(await tray(other).count()).toBe(0);
    await page.close({ runBeforeUnload: false });
    await fileIn(other, "left.txt").getByText("Not finished").waitFor();
    await other.getByRole("button", { name: "Stop left.txt" }).click();
    await tray(other).waitFor({ state: "detached" });
    await expect.poll(async () => await rowOf(other, "left.txt").count()).toBe(0);
  });
});

test("a folder with folders becomes collections of the same names after one question", async () => {
  const ada = await it.person("ada-folder");
  const collectionId = await folderOf(ada, "Site");
  const page = await it.open(ada, `/c/${collectionId}`);
  await page.getByRole("button", { name: "Add" }).waitFor();
  // A drop with folders, as the browser gives it.
  await page.evaluate(() => {
    const fileEntry = (name: string) => ({
      isFile: true,
      name,
      file: (done: (file: File) => void) => done(new File([`About ${name}.`], name, { type: "text/plain" })),
    });
    const folderEntry = (name: string, children: readonly object[]) => ({
      isFile: false,
      name,
      createReader: () => {
        const rest = [children, []];
        return { readEntries: (done: (entries: readonly object[]) => void) => done(rest.shift() ?? []) };
      },
    });
    const entry = folderEntry("Plans", [fileEntry("a.txt"), folderEntry("2026", [fileEntry("b.txt")])]);
    const data = new DataTransfer();
    Object.defineProperty(data, "types", { value: ["Files"] });
    Object.defineProperty(data, "items", {
      value: [{ kind: "file", webkitGetAsEntry: () => entry }],
    });
    const target = document.querySelector("main") as Element;
    for (const type of ["dragenter", "dragover", "drop"])
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  const dialog = page.getByRole("dialog", { name: "Bring in folders" });
  await dialog.getByText("2 files").waitFor();
  expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual(["Plans", "Plans/2026"]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Make 2 collections" }).click();
  await tray(page).getByText("2 of 2 files").waitFor();
  await page.getByRole("treeitem", { name: "2026" }).click();
  await rowOf(page, "b.txt").getByText("Ready").waitFor();
  const tree = (await ada.api.request("GET", "/v1/users/self/collection-tree")).data;
  expect(JSON.stringify(tree).match(/"label":"(Site|Plans|2026)"/g)).toEqual([
    '"label":"Site"',
    '"label":"Plans"',
    '"label":"2026"',
  ]);
});
