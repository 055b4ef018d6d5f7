import { readdir, readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { getAsset } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { createClient } from "../../client/src/index.ts";
import { signUp } from "../support/client.ts";
import { startTestService } from "../support/service.ts";

/** Of the text, in MB; 200 is the most that is read. */
const MEGABYTES = Number(process.env["LONG_TEXT_MB"] ?? 200);
const HOUR_MS = 3_600_000;
const NEEDLE = "The brass lantern of the north cellar was mended by Agnes in the winter of 1887.";

/** A line a paragraph, no two the same. */
function longText(): Uint8Array<ArrayBuffer> {
  const lines: string[] = [];
  for (let length = 0, at = 0; length < MEGABYTES * 1_000_000 - 2_000; at += 1) {
    const line = `Entry ${at} of the ledger tells that shelf ${(at * 7_919) % 10_007} of the mill holds ${at % 97} sacks of grain. They were weighed twice.\n\n`;
    lines.push(line);
    length += line.length;
  }
  lines.push(`${NEEDLE}\n`);
  return Uint8Array.from(new TextEncoder().encode(lines.join("")));
}

/** Resident memory of a process group, in MiB, by the names of its programs. */
async function residentOf(group: number): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [stat, status] = await Promise.all(
      ["stat", "status"].map(async (name) => await readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "")),
    );
    if (Number(stat?.split(") ")[1]?.split(" ")[2]) !== group) continue;
    const name = /^Name:\s*(.*)$/m.exec(status ?? "")?.[1] ?? "";
    sums[name] = Math.max(sums[name] ?? 0, Math.round(Number(/^VmRSS:\s*(\d+)/m.exec(status ?? "")?.[1] ?? 0) / 1_024));
  }
  return sums;
}

it("a text of 200 MB becomes ready, is found by what it says at its end, and is held by nobody", { timeout: HOUR_MS }, async () => {
  const service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  const ada = await signUp(service, "ada");
  const client = createClient({ origin: service.url, token: ada.api.token });
  const { organizationContext, personalId } = ada.workspace;
  const file = { contentType: "text/plain", creationMethod: "upload", originalFileName: "ledger.txt" } as const;
  const { data } = await client.request("POST", "/v1/assets", { body: { ...file, collectionID: personalId, organizationContext } });
  const assetID = idFromBytes("asset", data.id);
  const bytes = longText();
  const before = await residentOf(service.pid);
  const began = Date.now();
  await client.upload(assetID, new Blob([bytes]));
  const sent = Date.now();
  await client.request("POST", "/v1/assets/notifyUploaded", { body: { assetID, processInBackground: true, processInThread: false } });
  const most: Record<string, number> = {};
  const asset = await vi.waitUntil(
    async () => {
      for (const [name, resident] of Object.entries(await residentOf(service.pid))) most[name] = Math.max(most[name] ?? 0, resident);
      const now = await getAsset(ada.api, assetID);
      return ["ready", "failed"].includes(now.lifecycleState) ? now : null;
    },
    { timeout: HOUR_MS, interval: 500 },
  );
  const seconds = { upload: (sent - began) / 1_000, processing: (Date.now() - sent) / 1_000 };
  process.stdout.write(`${JSON.stringify({ megabytes: MEGABYTES, seconds, residentMiB: { before, most } })}\n`);
  expect([asset.lifecycleState, asset.failureReason]).toEqual(["ready", ""]);
  const body = { query: "Who mended the brass lantern of the north cellar?", assetIds: [assetID], collectionIds: [], limit: 3 };
  const [first] = (await client.request("POST", "/v1/search", { body })).data.passages;
  expect(first?.text).toContain(NEEDLE);
  expect(new TextDecoder().decode(bytes).slice(first?.start, first?.end)).toBe(first?.text);
});
