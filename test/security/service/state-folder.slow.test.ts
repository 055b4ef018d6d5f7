/**
 * Promise: Only the owner of the state folder of `npm start` can read it. Attack: The folder and every stored
 * document were readable for all users of the machine (0755 and 0644).
 */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addReadyFile, signUp } from "../../support/http/remote-user.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";
import { newFolder } from "../../support/fixtures/folders.ts";
import { runScript } from "../../support/fixtures/scripts.ts";
import { startTestService } from "../../support/http/service.ts";

const GUIDE = {
  name: "guide.pdf",
  contentType: "application/pdf",
  bytes: makePdf({
    pages: [pageOf("Boats leave at noon.", "", "They come back before dark.")],
    title: "Guide",
  }),
};

/** The paths, relative to the folder, that other users of the machine can open. */
function openToOthers(folder: string): string[] {
  const names = [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
}

describe.runIf(process.platform !== "win32")("the state folder", () => {
  test("other users cannot open the state folder with all uploads in it, after the first start and the next one", async () => {
    const dir = join(await newFolder(), "new", "state");
    const service = await startTestService({ dir });
    const ada = await signUp(service, "ada");
    await addReadyFile(ada, ada.workspace.personalId, GUIDE);
    expect(readdirSync(dir)).toContain("v3");
    expect(openToOthers(dir)).toEqual([]);

    await service.kill("SIGTERM");
    chmodSync(dir, 0o755);
    chmodSync(join(dir, "v3"), 0o755);
    chmodSync(join(dir, "secrets.json"), 0o644);
    await service.restart();
    expect(openToOthers(dir)).toEqual([]);
  });

  test("the service creates no state folder in a folder that holds other files and is open to other users", async () => {
    const dir = await newFolder();
    mkdirSync(join(dir, "photos"));
    writeFileSync(join(dir, "notes.txt"), "");
    chmodSync(dir, 0o755);
    const { status, stderr } = await runScript("start", ["--port", "0", "--persist-to", dir]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^The folder .+ contains other files and other users can access it\.[^\n]+\n$/,
      ),
    });
    expect(statSync(dir).mode & 0o777).toBe(0o755);
  });
});

describe("npm run dev", () => {
  test("npm run dev listens on this machine only, because wrangler's server opens each bucket to every client", async () => {
    const { status, stderr } = await runScript("dev", [
      "--host",
      "0.0.0.0",
      "--port",
      "0",
      "--persist-to",
      await newFolder(),
    ]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^npm run dev [^\n]+ local use[^\n]+\n$/),
    });
  });
});
