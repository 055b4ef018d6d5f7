/**
 * A summary of a manual of 193 pages, which exceeds every part of the window: Debian's policy, as its package
 * ships it. The model reads no sense. It notes each heading in capitals that it sees, with its number.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test, vi } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { type Script, type Writer } from "../support/fixtures/chat-scripts.ts";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { AnswerListener } from "../support/http/answer-listener.ts";
import { addReadyFile, signUp, startThread } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";
import { requireProgram } from "./find-program.ts";

const run = promisify(execFile);
const POLICY = join("usr", "share", "doc", "debian-policy", "policy.pdf.gz");
const REQUEST = "Summarize this document";
const TEST_TIMEOUT_MS = 1_200_000;
const PAGES = 100;
/** Chapters of the manual. A summary must name at least eight of ten. */
const CHAPTERS = [
  "THE DEBIAN ARCHIVE",
  "BINARY PACKAGES",
  "SOURCE PACKAGES",
  "CONTROL FILES AND THEIR FIELDS",
  "PACKAGE MAINTAINER SCRIPTS",
  "DECLARING RELATIONSHIPS BETWEEN PACKAGES",
  "SHARED LIBRARIES",
  "THE OPERATING SYSTEM",
  "CUSTOMIZED PROGRAMS",
  "DOCUMENTATION",
];
const MIN_SHARE = 0.8;
const HEADING = /^⟨(\d+)!?⟩ ([A-Z][A-Z ()]{9,})$/gm;
const NOTE = /^- Chapter: .+ \[\d+\]$/gm;

let server: ChatServer<"chapters"> | undefined;
afterAll(() => server?.close());

const chapters: Script = async ({ prompt, say }: Writer) => {
  const headings = Array.from(
    prompt.matchAll(HEADING),
    ([, number, name]) => `- Chapter: ${name} [${number}]`,
  );
  const lines = headings.length > 0 ? headings : (prompt.match(NOTE) ?? []);
  await say(lines.length > 0 ? lines.join("\n") : "NONE");
};

/** Debian's policy manual, or null without a Debian archive. */
async function fetchPolicy(): Promise<Uint8Array<ArrayBuffer> | null> {
  const folder = await newFolder();
  const options = { cwd: folder, timeout: 240_000 };
  const aptGet = requireProgram("apt-get", "apt");
  await run(aptGet, ["download", "-qq", "debian-policy"], options).catch(() => undefined);
  const [name] = readdirSync(folder);
  if (name === undefined) return null;
  await run("dpkg-deb", ["-x", join(folder, name), folder], options);
  return Uint8Array.from(gunzipSync(readFileSync(join(folder, POLICY))));
}

test(
  "a summary of a manual names its chapters, and the thread tells how many parts are read",
  {
    timeout: TEST_TIMEOUT_MS,
  },
  async ({ skip }) => {
    const bytes = await fetchPolicy();
    if (bytes === null) return skip("needs the package debian-policy of a Debian archive");
    server = await startChatServer({ chapters });
    const model = { id: "chapters", provider: "openai", url: server.urlOf("chapters"), contextWindow: 8_192 };
    const service = await startTestService({ vars: { MODELS: JSON.stringify([model]) } });
    const ada = await signUp(service, "ada");
    await addReadyFile(ada, ada.workspace.personalId, {
      name: "policy.pdf",
      contentType: "application/pdf",
      bytes,
    });
    const threadID = await startThread(ada, ada.workspace.personalId);
    const url = new URL(`/v1/threads/${threadID}/events`, service.url.replace(/^http/, "ws"));
    const listener = await new AnswerListener(url, await service.token(ada.email), REQUEST).opened();
    listener.ask("chapters");
    const { messages, knowledgeProvenance } = await vi.waitFor(
      async () => {
        const { data } = await ada.api.request("GET", "/v1/threads/{threadID}", { params: { threadID } });
        expect(data.messages.map(({ isComplete }) => isComplete)).toEqual([true, true]);
        return data;
      },
      { timeout: TEST_TIMEOUT_MS, interval: 1_000 },
    );
    const answer = messages.at(-1);
    expect(answer).toMatchObject({ processedByModel: "chapters" });
    const named = CHAPTERS.filter((chapter) => answer?.content.includes(chapter));
    expect(named.length).toBeGreaterThanOrEqual(CHAPTERS.length * MIN_SHARE);
    const pages = Object.values(knowledgeProvenance.citations).map(({ page }) => page ?? 0);
    expect(Math.max(...pages)).toBeGreaterThan(PAGES);
    const told = JSON.stringify(listener.frames).match(/\d+ of \d+ parts are read/g) ?? [];
    const [, parts] = /of (\d+)/.exec(told.at(-1) ?? "") ?? [];
    expect(told[0]).toBe(`0 of ${parts} parts are read`);
    expect(told.at(-1)).toBe(`${parts} of ${parts} parts are read`);
    expect(told.length).toBeGreaterThan(2);
  },
);
