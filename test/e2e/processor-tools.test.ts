import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { idFromBytes } from "../../src/domain/ids.ts";
import { getAsset, uploadFile } from "../../scripts/demo/workspace.ts";
import { type RemoteUser, signUp } from "../support/http/remote-user.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { killProcessor, serveLocally, startProcessor } from "../support/fixtures/processor.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { type ScriptRun } from "../support/fixtures/scripts.ts";
import { sampled } from "../support/setup/scaled.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";
import { PIXELS, pageAs, scanOf } from "../support/fixtures/scan-of.ts";

const run = promisify(execFile);
const DOCUMENTS = join(PROJECT_ROOT, "test", "documents");
const TYPES =
  "image/*, application/pdf, application/msword, application/vnd.ms-powerpoint, application/vnd.ms-excel";
/** Each format starts LibreOffice twice, to write and to read. */
const OLD_FORMATS = [
  ["harbour.docx", "doc", "application/msword", /^# Water levels[^]*\| North \| 7\.5/],
  ["ferries.pptx", "ppt", "application/vnd.ms-powerpoint", /ferr[^\f]*\f/i],
  ["tides.xlsx", "xls", "application/vnd.ms-excel", /^## .+\n\n\| .+ \|\n\| --- [^\f]*\f/m],
] as const;
/** LibreOffice starts in some seconds, or ten on a busy machine. */
const TIMEOUT_MS = 120_000;

const has = (...programs: readonly string[]): boolean =>
  programs.every((program) =>
    (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program))),
  );
const canDraw = has("prlimit", "pdftoppm", "pdftotext", "tesseract");
const canConvert = has("prlimit", "soffice", "pandoc", "pdftotext");

let service: Service;
let ada: RemoteUser;
let processor: ScriptRun;
beforeAll(async () => {
  if (!canDraw && !canConvert) return;
  service = await startTestService({ vars: { RATE_LIMITS: "off", EXTERNAL_WORKER_TYPES: TYPES } });
  ada = await signUp(service, "ada");
  processor = await startProcessor(service);
});
afterAll(async () => (processor === undefined ? undefined : await killProcessor(processor)));

async function endOf(name: string, contentType: string, bytes: Uint8Array, { api, workspace } = ada) {
  const file = { name, contentType, bytes: Uint8Array.from(bytes) };
  const assetId = await uploadFile(api, workspace, workspace.personalId, file);
  const asset = await vi.waitUntil(
    async () => {
      const seen = await getAsset(api, assetId);
      return ["ready", "failed"].includes(seen.lifecycleState) ? seen : null;
    },
    { ...REMOTE_WAIT, timeout: TIMEOUT_MS },
  );
  const text = asset.lifecycleState === "ready" ? await api.text(`/v1/assets/${assetId}/text`) : "";
  return { state: asset.lifecycleState, reason: asset.failureReason, text, asset };
}

/** A test document in a format from before 2007. */
async function inOldFormat(name: string, format: string): Promise<Buffer> {
  const folder = await newFolder();
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await run("soffice", [
    profile,
    "--headless",
    "--convert-to",
    format,
    "--outdir",
    folder,
    join(DOCUMENTS, name),
  ]);
  return await readFile(join(folder, `${name.replace(/\.\w+$/, "")}.${format}`));
}

describe.skipIf(!canDraw)("with Debian's tesseract-ocr and poppler-utils", { timeout: TIMEOUT_MS }, () => {
  test("the OCR processor recognizes the text of an image", async () => {
    const { state, reason, text } = await endOf("page.png", "image/png", await pageAs("png"));
    expect({ state, reason }).toEqual({ state: "ready", reason: "" });
    expect(text).toMatch(/fasta/i);
    expect(text.split(/\s+/).length).toBeGreaterThan(40);
  });

  test("the OCR processor recognizes the text of a scan, and keeps its pages in HTML", async () => {
    const jpeg = await pageAs("jpeg");
    const { state, reason, text, asset } = await endOf("scan.pdf", "application/pdf", scanOf(jpeg, PIXELS));
    expect({ state, reason }).toEqual({ state: "ready", reason: "" });
    expect(text).toMatch(/fasta/i);
    expect({
      producedHTMLArtifact: asset.producedHTMLArtifact,
      extractionStrategy: asset.extractionStrategy,
    }).toEqual({
      producedHTMLArtifact: true,
      extractionStrategy: "external",
    });
  });

  test("the OCR processor receives a scan from the service, and no file that the service read itself", async () => {
    const looking = await startTestService({ vars: { RATE_LIMITS: "off", EXTERNAL_WORKER_TYPES: "unread" } });
    const bob = await signUp(looking, "bob");
    const own = await startProcessor(looking);
    const scan = await endOf("scan.pdf", "application/pdf", scanOf(await pageAs("jpeg"), PIXELS), bob);
    const sample = await readFile(join(PROJECT_ROOT, "samples", "fasta-guide.pdf"));
    const guide = await endOf("guide.pdf", "application/pdf", sample, bob);
    await killProcessor(own);
    expect({
      state: scan.state,
      reason: scan.reason,
      extractionStrategy: scan.asset.extractionStrategy,
    }).toEqual({
      state: "ready",
      reason: "",
      extractionStrategy: "external",
    });
    expect(scan.text).toMatch(/fasta/i);
    expect([guide.state, guide.asset.extractionStrategy === "external"]).toEqual(["ready", false]);
  });

  test("the OCR processor uses the text of pages that have one", async () => {
    const sample = await readFile(join(PROJECT_ROOT, "samples", "fasta-guide.pdf"));
    const { text, asset } = await endOf("guide.pdf", "application/pdf", sample);
    expect(text).toContain("Smith-Waterman");
    const assetIds = [idFromBytes("asset", asset.id)];
    const body = { query: "Smith-Waterman", assetIds, collectionIds: [], limit: 3 };
    const { passages } = (await ada.api.request("POST", "/v1/search", { body })).data;
    expect(passages.length).toBeGreaterThan(0);
    for (const { locator, text: passage } of passages) {
      expect(text.split("\f")[(locator?.kind === "page" ? locator.page : 0) - 1]).toContain(passage);
    }
  });

  test.each([
    [
      "an empty picture",
      "image/png",
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP6DwABBQECz6AuzQAAAABJRU5ErkJggg==",
        "base64",
      ),
      /^The processor recognized no text in this picture\./,
    ],
    [
      "half a picture",
      "image/png",
      Buffer.from("\x89PNG\r\n\x1a\nrubbish", "latin1"),
      /^This picture cannot be opened\./,
    ],
    ["half a PDF", "application/pdf", Buffer.from("%PDF-1.4\nrubbish"), /^This PDF is damaged\./],
  ])("the processor fails %s with a reason", async (_what, contentType, bytes, reason) => {
    const { state, reason: given } = await endOf("file", contentType, bytes);
    expect({ state, given }).toEqual({ state: "failed", given: expect.stringMatching(reason) });
  });
});

describe.skipIf(!canConvert)(
  "with Debian's libreoffice, pandoc and poppler-utils",
  { timeout: TIMEOUT_MS },
  () => {
    test.each(sampled(OLD_FORMATS, 1, "old formats"))(
      "the office processor reads %s as %s",
      async (name, format, contentType, expected) => {
        const { state, reason, text } = await endOf(
          `file.${format}`,
          contentType,
          await inOldFormat(name, format),
        );
        expect({ state, reason }).toEqual({ state: "ready", reason: "" });
        expect(text).toMatch(expected);
      },
    );

    test("the office processor marks the pages of a document and keeps headings, lists and tables", async () => {
      const folder = await newFolder();
      const filler = (of: string) =>
        Array.from(
          { length: 12 },
          (_, at) => `<p>Note ${at} of the ${of} tells how its boats were counted that day.</p>`,
        ).join("");
      const section = (of: string, fact: string) =>
        `<h1>${of} harbour</h1>${filler(of)}<p>${fact}</p><table border="1"><tr><td>Boats</td><td>Of ${of}</td></tr><tr><td>Grey</td><td>Nine</td></tr></table>`;
      const between = '<p style="page-break-before: always"></p>';
      const html = [
        section("North", "The lamp is lit at nine."),
        section("South", "The keeper leaves at dawn."),
        section("West", "The bell is rung twice."),
      ];
      await writeFile(join(folder, "pages.html"), `<html><body>${html.join(between)}</body></html>`);
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const filter = ["--infilter=HTML (StarWriter)", "--convert-to", "doc:MS Word 97"];
      await run("soffice", [
        profile,
        "--headless",
        ...filter,
        "--outdir",
        folder,
        join(folder, "pages.html"),
      ]);
      const { state, text, asset } = await endOf(
        "pages.doc",
        "application/msword",
        await readFile(join(folder, "pages.doc")),
      );
      expect(state).toBe("ready");
      const pages = text.split("\f").map((page) => page.trim());
      expect(pages.map((page) => /^# +(\w+) harbour\n/.exec(page)?.[1])).toEqual([
        "North",
        "South",
        "West",
        undefined,
      ]);
      expect(pages[1]).toContain("The keeper leaves at dawn.");
      expect(pages[1]).toMatch(/\| Grey +\| Nine +\|/);
      const body = {
        query: "When does the keeper leave?",
        assetIds: [idFromBytes("asset", asset.id)],
        collectionIds: [],
        limit: 1,
      };
      const [found] = (await ada.api.request("POST", "/v1/search", { body })).data.passages;
      expect(found?.locator).toEqual({ kind: "page", page: 2 });
    });

    test("the office processor requests no link of a document", async () => {
      const asked: string[] = [];
      const site = await serveLocally((request, response) => {
        asked.push(request.url ?? "");
        response.writeHead(404).end();
      });
      const folder = await newFolder();
      const html = `<h1>Linked</h1><p>The tower is grey.</p><img src="${site}/picture.png"><p><a href="${site}/there">there</a></p>`;
      await writeFile(join(folder, "linked.html"), html);
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const filter = ["--infilter=HTML (StarWriter)", "--convert-to", "doc:MS Word 97"];
      await run("soffice", [
        profile,
        "--headless",
        ...filter,
        "--outdir",
        folder,
        join(folder, "linked.html"),
      ]);
      // LibreOffice may request links while it writes the file.
      asked.length = 0;
      const { state, text } = await endOf(
        "linked.doc",
        "application/msword",
        await readFile(join(folder, "linked.doc")),
      );
      expect({ state, hasTheTowerIsGrey: text.includes("The tower is grey.") }).toEqual({
        state: "ready",
        hasTheTowerIsGrey: true,
      });
      expect(asked).toEqual([]);
    });
  },
);
