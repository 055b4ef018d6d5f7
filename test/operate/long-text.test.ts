import { readdir, readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { createThread, getAsset, postQuestion } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { createClient } from "../../client/src/index.ts";
import { signUp } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";

/** Size of the file in MB. The service reads at most 200. */
const MEGABYTES = Number(process.env["LONG_TEXT_MB"] ?? 200);
const HOUR_MS = 3_600_000;
const QUESTION = "Who mended the brass lantern of the north cellar?";

interface Format {
  readonly contentType: string;
  readonly originalFileName: string;
  readonly line: (at: number) => string;
  /** The text of the question's answer. */
  readonly needle: string;
}

/** All lines differ. */
const FORMATS: Readonly<Record<string, Format>> = {
  text: {
    contentType: "text/plain",
    originalFileName: "ledger.txt",
    line: (at) =>
      `Entry ${at} of the ledger tells that shelf ${(at * 7_919) % 10_007} of the mill holds ${at % 97} sacks of grain. They were weighed twice.\n`,
    needle: "The brass lantern of the north cellar was mended by Agnes in the winter of 1887.",
  },
  csv: {
    contentType: "text/csv",
    originalFileName: "ledger.csv",
    line: (at) => `${at},shelf ${(at * 7_919) % 10_007},${at % 97} sacks of grain,weighed twice`,
    needle: "0,north cellar,brass lantern,mended by Agnes in the winter of 1887",
  },
};
const FORMAT = FORMATS[process.env["LONG_TEXT_FORMAT"] ?? "text"] as Format;

/** The needle is on the last line but one. */
function longFile({ line, needle }: Format): { readonly text: string; readonly line: number } {
  const lines: string[] = [];
  for (let length = 0, at = 1; length < MEGABYTES * 1_000_000 - 2_000; at += 1) {
    const written = `${line(at)}\n`;
    lines.push(written);
    length += written.length;
  }
  const before = lines.join("");
  return { text: `${before}${needle}\n${line(0)}\n`, line: before.split("\n").length };
}

/** Resident memory of a process group in MiB, by program name. */
async function residentOf(group: number): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [stat, status] = await Promise.all(
      ["stat", "status"].map(async (name) => await readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "")),
    );
    if (Number(stat?.split(") ")[1]?.split(" ")[2]) !== group) continue;
    const name = /^Name:\s*(.*)$/m.exec(status ?? "")?.[1] ?? "";
    sums[name] = Math.max(
      sums[name] ?? 0,
      Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(status ?? "")?.[1] ?? 0) / 1_024),
    );
  }
  return sums;
}

test(
  "a file of 200 MB becomes ready, an answer quotes its end with the line number, and no process keeps it in memory",
  { timeout: HOUR_MS },
  async () => {
    const service = await startTestService({ vars: { RATE_LIMITS: "off" } });
    const ada = await signUp(service, "ada");
    const client = createClient({ origin: service.url, token: ada.api.token });
    const { organizationContext, personalId } = ada.workspace;
    const { contentType, originalFileName, needle } = FORMAT;
    const file = { contentType, creationMethod: "upload", originalFileName } as const;
    const { data } = await client.request("POST", "/v1/assets", {
      body: { ...file, collectionID: personalId, organizationContext },
    });
    const assetID = idFromBytes("asset", data.id);
    const { text, line } = longFile(FORMAT);
    const before = await residentOf(service.pid);
    const began = Date.now();
    // Files above 100 MB are uploaded in parts.
    await client.upload(assetID, new Blob([text]));
    const sent = Date.now();
    await client.request("POST", "/v1/assets/notifyUploaded", {
      body: { assetID, processInBackground: true, processInThread: false },
    });
    const most: Record<string, number> = {};
    const asset = await vi.waitUntil(
      async () => {
        for (const [name, resident] of Object.entries(await residentOf(service.pid)))
          most[name] = Math.max(most[name] ?? 0, resident);
        const now = await getAsset(ada.api, assetID);
        return ["ready", "failed"].includes(now.lifecycleState) ? now : null;
      },
      { timeout: HOUR_MS, interval: 500 },
    );
    const seconds = { upload: (sent - began) / 1_000, processing: (Date.now() - sent) / 1_000 };
    const after = await residentOf(service.pid);
    process.stdout.write(
      `${JSON.stringify({ megabytes: MEGABYTES, originalFileName, seconds, residentMiB: { before, most, after } })}\n`,
    );
    expect({ lifecycleState: asset.lifecycleState, failureReason: asset.failureReason }).toEqual({
      lifecycleState: "ready",
      failureReason: "",
    });
    const threadId = await createThread(ada.api, ada.workspace, personalId);
    const { knowledgeProvenance } = await postQuestion(ada.api, threadId, QUESTION);
    const cited = Object.values(knowledgeProvenance.citations).find(({ ordinal }) => ordinal === 1);
    expect({ quote: cited?.quote.trim(), locator: cited?.locator }).toEqual({
      quote: needle,
      locator: { kind: "line", line },
    });
    expect(text.slice(cited?.start, cited?.end).trim()).toBe(needle);
  },
);
