/**
 * Artifacts of documents, and files that the service delegates to a processor: the built service over real
 * HTTP.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { getAsset, uploadFile, type UploadInput } from "../../scripts/demo/workspace.ts";
import { newId } from "../../src/domain/ids.ts";
import { ApiClient } from "../support/http/api-client.ts";
import { addReadyFile, readSample, type RemoteUser, signUp } from "../support/http/remote-user.ts";
import { makePdf, pageOf } from "../support/fixtures/documents/pdf.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";

const SCAN = makePdf({ pages: [[], []] });
const WORDS = "The ferryman counted forty lanterns.";

let service: Service;
let ada: RemoteUser;
let eve: RemoteUser;
let worker: ApiClient;

async function artifactOf(
  { api }: RemoteUser,
  assetId: string,
  kind: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `${service.url}/v1/assets/${assetId}/artifacts/${kind}`;
  return await fetch(url, { headers: { authorization: `Bearer ${api.token}`, ...headers } });
}

async function artifactsOf(assetId: string): Promise<{ readonly html: string; readonly markdown: string }> {
  const [page, marked] = [await artifactOf(ada, assetId, "html"), await artifactOf(ada, assetId, "markdown")];
  expect({ pageStatus: page.status, markedStatus: marked.status }).toEqual({
    pageStatus: 200,
    markedStatus: 200,
  });
  expect({
    contentSecurityPolicy: page.headers.get("content-security-policy"),
    contentDisposition: page.headers.get("content-disposition"),
  }).toEqual({ contentSecurityPolicy: "sandbox; default-src 'none'", contentDisposition: "attachment" });
  return { html: await page.text(), markdown: await marked.text() };
}

const document = async (name: string, contentType: string): Promise<UploadInput> => {
  return {
    name,
    contentType,
    bytes: new Uint8Array(await readFile(join(PROJECT_ROOT, "test", "documents", name))),
  };
};
const pdf = (name: string, bytes: Uint8Array<ArrayBuffer>): UploadInput => ({
  name,
  contentType: "application/pdf",
  bytes,
});
const add = async (file: UploadInput): Promise<string> =>
  await uploadFile(ada.api, ada.workspace, ada.workspace.personalId, file);

interface Waiting {
  readonly id: string;
  readonly signedSourceURL: string;
  readonly artifactURLs: Readonly<Record<string, string>>;
}

const waiting = async (): Promise<Waiting[]> =>
  ((await worker.call("GET", "/v1/processing/assets?limit=200")).body.data as { assets: Waiting[] }).assets;
const waitingFor = async (assetId: string): Promise<Waiting> =>
  await vi.waitUntil(async () => (await waiting()).find(({ id }) => id === assetId), REMOTE_WAIT);

/** For each file the expected content of its HTML and Markdown artifacts. */
const READ_HERE: Record<
  string,
  { readonly file: () => Promise<UploadInput>; readonly html: RegExp; readonly markdown: RegExp }
> = {
  "a page": {
    file: async () => await readSample("sqlite-atomic-commit.html"),
    html: /<h1>1\.\s+Introduction<\/h1>/,
    markdown: /^# 1\\\. +Introduction *$/m,
  },
  Markdown: {
    file: async () => await readSample("ripgrep-guide.md"),
    html: /<h2>User Guide<\/h2>/,
    markdown: /^## User Guide$/m,
  },
  "a PDF": {
    file: async () => await readSample("fasta-guide.pdf"),
    html: /<p>[^]*Smith-Waterman/,
    markdown: /Smith-Waterman/,
  },
  "a DOCX": {
    file: async () =>
      await document(
        "harbour.docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      ),
    html: /<h1>Water levels<\/h1>[^]*<th>[^]*North/,
    markdown: /^# Water levels[^]*\| North \| 7\.5/m,
  },
};

interface Made {
  readonly assetId: string;
  readonly html: string;
  readonly markdown: string;
}

/** Artifacts from before the service was killed, by the file's name in `READ_HERE`. */
const made = new Map<string, Made>();
let scanId: string;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off", EXTERNAL_WORKER_TYPES: "unread" } });
  [ada, eve] = [await signUp(service, "ada"), await signUp(service, "eve")];
  worker = new ApiClient(service.url, await service.serviceToken(["assets:status"]));
  for (const [name, { file }] of Object.entries(READ_HERE)) {
    const assetId = await addReadyFile(ada, ada.workspace.personalId, await file());
    made.set(name, { assetId, ...(await artifactsOf(assetId)) });
  }
  scanId = await add(pdf("scan.pdf", SCAN));
  await waitingFor(scanId);
  await service.kill("SIGKILL");
  await service.restart();
});

describe("a document that the service reads itself", () => {
  test.each(Object.entries(READ_HERE))(
    "%s has both artifacts, which survive a kill of the service",
    async (name, { html, markdown }) => {
      const { assetId, ...before } = made.get(name)!;
      expect(before.html).toMatch(html);
      expect(before.html).not.toMatch(/<(script|img|iframe|style|form)\b| on\w+=|javascript:/i);
      expect(before.markdown).toMatch(markdown);
      expect(await artifactsOf(assetId)).toEqual(before);
      const tag = (await artifactOf(ada, assetId, "html")).headers.get("etag") ?? "";
      expect((await artifactOf(ada, assetId, "html", { "if-none-match": tag })).status).toBe(304);
      expect((await artifactOf(eve, assetId, "html")).status).toBe(404);
    },
  );
});

describe("unsupported files, with a processor", () => {
  const report = async (
    assetID: string,
    jobID: string,
    status: string,
    statusCode: number,
  ): Promise<string> => {
    const body = { assetID, jobID, step: "processing", status, statusCode, message: "" };
    return (await worker.call("POST", `/v1/asset-status/${assetID}`, body)).body.code;
  };

  test("image-only pages wait, also across a kill, and become searchable after a processor has read them", async () => {
    const assetId = scanId;
    const { signedSourceURL, artifactURLs } = await waitingFor(assetId);
    expect(new Uint8Array(await (await fetch(signedSourceURL)).arrayBuffer())).toEqual(SCAN);
    const jobId = newId("job");
    expect(await report(assetId, jobId, "started", 102)).toBe("ok");
    for (const [kind, type, body] of [
      ["transcription", "text/plain; charset=utf-8", WORDS],
      ["html", "text/html; charset=utf-8", `<p>${WORDS}</p>`],
    ] as const) {
      const put = await fetch(artifactURLs[kind]!, {
        method: "PUT",
        headers: { "content-type": type },
        body,
      });
      expect({ kind, status: put.status }).toEqual({ kind, status: 200 });
    }
    expect(await report(assetId, jobId, "completed", 200)).toBe("ok");
    const asset = await vi.waitUntil(async () => {
      const seen = await getAsset(ada.api, assetId);
      return seen.lifecycleState === "ready" ? seen : null;
    }, REMOTE_WAIT);
    expect({
      extractionStrategy: asset.extractionStrategy,
      producedHTMLArtifact: asset.producedHTMLArtifact,
      producedTranscriptionArtifact: asset.producedTranscriptionArtifact,
    }).toEqual({
      extractionStrategy: "external",
      producedHTMLArtifact: true,
      producedTranscriptionArtifact: true,
    });
    expect(await ada.api.text(`/v1/assets/${assetId}/text`)).toBe(WORDS);
    expect(await (await artifactOf(ada, assetId, "html")).text()).toBe(`<p>${WORDS}</p>`);
    expect((await ada.api.search("forty lanterns"))[0]).toMatchObject({ assetId });
    expect((await artifactOf(eve, assetId, "html")).status).toBe(404);
  });

  test("the service reads pages with text itself and fails unreadable files, and delegates neither", async () => {
    const read = await add(pdf("letter.pdf", makePdf({ pages: [pageOf("The lamp was lit at nine.")] })));
    const locked = await add(pdf("locked.pdf", makePdf({ pages: [pageOf("Nobody knows.")], locked: true })));
    const states = await vi.waitUntil(async () => {
      const [one, other] = [await getAsset(ada.api, read), await getAsset(ada.api, locked)];
      return one.lifecycleState === "ready" && other.lifecycleState === "failed" ? [one, other] : null;
    }, REMOTE_WAIT);
    expect(states[0]!.extractionStrategy).not.toBe("external");
    expect(states[1]!.failureReason).toMatch(/password/);
    const ids = (await waiting()).map(({ id }) => id);
    expect({ hasRead: ids.includes(read), hasLocked: ids.includes(locked) }).toEqual({
      hasRead: false,
      hasLocked: false,
    });
  });
});
