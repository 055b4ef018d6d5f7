/** Documents of other kinds alone, and what is copied from a reader. */
import { beforeAll, describe, expect, test } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { waitForState } from "../../support/http/crawl-page.ts";
import { addReadyFile, type RemoteUser, textFile } from "../../support/http/remote-user.ts";
import { type Console, startConsole } from "./console.ts";
import { addFile, markedAt, storedText } from "./marked-words.ts";

let it: Console;
let ada: RemoteUser;
beforeAll(async () => {
  it = await startConsole();
  ada = await it.person("ada");
});

describe("other documents", () => {
  test("an archive links to its files, and a file to its archive", async () => {
    const archive = await addFile(ada, "test/documents/voyage.zip", "application/zip");
    const page = await it.open(ada, `/d/${archive}`);
    await page.getByText("notes/lamp.txt (63 bytes)").waitFor();
    const file = page.getByRole("list", { name: "Files inside" }).getByRole("link", { name: "lamp.txt" });
    // The service unpacks after it has read the archive; the tree of collections is read with the page.
    const isListed = async (): Promise<boolean> => {
      await page.reload();
      return await file.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(isListed, { timeout: 60_000 }).toBe(true);
    await file.click();
    await page.getByText("From voyage.zip").waitFor();
    await page.getByRole("link", { name: "voyage.zip" }).last().click();
    await page.getByText("notes/lamp.txt (63 bytes)").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/d/${archive}`);
  });

  test("a reading page has its chapters as a menu", async () => {
    const article = await addFile(ada, "samples/sqlite-atomic-commit.html", "text/html");
    const page = await it.open(ada, `/d/${article}`);
    await page.getByRole("button", { name: "Contents" }).click();
    await page.getByRole("menuitem", { name: "2. Hardware Assumptions" }).click();
    const heading = page.locator(".document-heading", { hasText: "2. Hardware Assumptions" });
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(600);
    expect((await heading.boundingBox())!.y).toBeGreaterThan(100);
  });

  test("a picture is drawn from its bytes, and says why it has no text", async () => {
    const { data } = await ada.api.request("POST", "/v1/assets", {
      body: {
        collectionID: ada.workspace.personalId,
        contentType: "image/gif",
        creationMethod: "upload",
        organizationContext: ada.workspace.organizationContext,
        originalFileName: "pier.gif",
      },
    });
    const gif = Uint8Array.from(atob("R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs="), (sign) =>
      sign.charCodeAt(0),
    );
    const assetId = idFromBytes("asset", data.id);
    await ada.api.upload(assetId, new Blob([gif], { type: "image/gif" }));
    await ada.api.request("POST", "/v1/assets/notifyUploaded", {
      body: { assetID: assetId, processInBackground: true, processInThread: false },
    });
    await waitForState(ada, assetId, ["failed"]);
    const page = await it.open(ada, `/d/${assetId}`);
    const picture = page.getByRole("img", { name: "pier.gif" });
    await expect
      .poll(async () => await picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1);
    expect(await picture.getAttribute("src")).toMatch(/^blob:/);
    await page.getByText("Run text recognition").waitFor();
  });
});

describe("copies", () => {
  const LINES = "Ask the warden\nfor the keys.";

  test("of a quotation have its source; of a link, its place", async () => {
    const note = await addReadyFile(
      ada,
      ada.workspace.personalId,
      textFile("rules.txt", `House rules.\n${LINES}\nThank you.`),
    );
    const { version, text } = await storedText(ada, note);
    const from = text.indexOf(LINES);
    const path = `/d/${note}?v=${version}&at=${from}-${from + LINES.length}`;
    const page = await it.open(ada, path, { permissions: ["clipboard-read", "clipboard-write"] });
    await markedAt(page, from, from + LINES.length);
    const copied = async (type: string): Promise<string> =>
      await page.evaluate(async (wanted) => {
        const [item] = await navigator.clipboard.read();
        return await (await item!.getType(wanted)).text();
      }, type);
    await page.getByRole("button", { name: "Copy quotation" }).click();
    await expect.poll(async () => await copied("text/plain")).toBe(`"${LINES}" (rules.txt, line 2)`);
    const html = await copied("text/html");
    expect(html).toContain(`<blockquote cite="${it.service.url}${path.replace("&", "&amp;")}">`);
    expect(html).toContain("Ask the warden<br>for the keys.");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(async () => await copied("text/plain")).toBe(`${it.service.url}${path}`);
    await page.locator(".reader-scroller").press("y");
    await page.getByRole("button", { name: "Find in the document" }).click();
    await expect.poll(async () => await copied("text/plain")).toBe(`"${LINES}" (rules.txt, line 2)`);
  });
});
