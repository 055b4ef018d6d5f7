import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { Failure } from "../../../scripts/lib/failure.ts";
import { makePdf, pageOf } from "../../../test/support/fixtures/documents/pdf.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { createPlace, type Member, startService } from "../lib/service.ts";
import { percentile, showNumber, showTable } from "../lib/statistics.ts";
import { ServiceThreads } from "../lib/service-threads.ts";
import { PARTS_HEAD, measureParts } from "./parts.ts";
import { serviceCpuMs } from "./service-cpu.ts";
import { type Kind, uploadOne } from "./upload-one.ts";

const DEFAULTS = { documents: [300], clients: [8], alone: [20] };
const POLL_MS = 50;
const WARM_UP = 20;
const READY_TIMEOUT_MS = 120_000;

const prose = (characters: number): string => {
  const sentence = (at: number): string =>
    `Shed ${at} of the mill weaves ${at * 7} yards of patterned silk in a week of five days. `;
  return Array.from({ length: Math.ceil(characters / 70) }, (_, at) => sentence(at + 1))
    .join("")
    .slice(0, characters);
};
const KINDS: readonly Kind[] = [
  {
    name: "1 kB of text",
    contentType: "text/plain",
    bytes: Uint8Array.from(new TextEncoder().encode(prose(1_000))),
  },
  {
    name: "16 kB of text",
    contentType: "text/plain",
    bytes: Uint8Array.from(new TextEncoder().encode(prose(16_000))),
  },
  {
    name: "PDF of a page",
    contentType: "application/pdf",
    bytes: makePdf({ pages: [pageOf(...prose(2_000).split(". "))] }),
  },
];
const HEAD = ["", "documents a second", "CPU ms each", "ms to upload, median", "95 %", "callers' D1 trips"];

const state = z.object({ lifecycleState: z.string(), failureReason: z.string() });

/**
 * Measures the cost of a document from registration until ready. test/worker/ingestion/document-cost.test.ts
 * counts its R2 calls and pipeline trips.
 */
export async function measureDocuments(args: readonly string[]): Promise<void> {
  const { documents, clients, alone } = readNumberOptions(args, DEFAULTS, "npm run bench -- documents");
  const [count = 0, atOnce = 1] = [documents[0], clients[0]];
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const server = await startService(stateFolder);
    try {
      const [ada] = (await createPlace(server.origin, stateFolder, ["ada"])).members;
      if (ada === undefined) throw new Failure("No user signed in.");
      const rows = [HEAD];
      const parts = [PARTS_HEAD];
      const threads = new ServiceThreads(server.pid);
      for (const kind of KINDS) {
        process.stderr.write(`${kind.name}: ${count}, ${atOnce} at a time, then ${alone[0] ?? 1} alone …\n`);
        await uploadAll(server.origin, ada, kind, WARM_UP, atOnce);
        rows.push(await measure(server, ada, kind, count, atOnce));
        parts.push(await measureParts(server.origin, ada, kind, threads, alone[0] ?? 1));
      }
      process.stdout.write(
        `${count} documents of each kind, ${atOnce} at a time\n\n${showTable(rows)}\n${showTable(parts)}`,
      );
    } finally {
      await server.stop();
    }
  } finally {
    await rm(stateFolder, { recursive: true, force: true });
  }
}

async function measure(
  server: { origin: string; pid: number },
  ada: Member,
  kind: Kind,
  count: number,
  atOnce: number,
): Promise<string[]> {
  const [cpuBefore, startedAt] = [serviceCpuMs(server.pid), performance.now()];
  const costs = await uploadAll(server.origin, ada, kind, count, atOnce);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpuAfter = serviceCpuMs(server.pid);
  const cpu = cpuBefore === null || cpuAfter === null ? "" : showNumber((cpuAfter - cpuBefore) / count, 1);
  const times = costs.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const trips = costs.reduce((sum, cost) => sum + cost.trips, 0) / count;
  const [median, most] = [showNumber(percentile(times, 0.5)), showNumber(percentile(times, 0.95))];
  return [kind.name, showNumber(count / seconds, 1), cpu, median, most, showNumber(trips, 1)];
}

interface Cost {
  readonly ms: number;
  readonly trips: number;
}

async function uploadAll(
  origin: string,
  ada: Member,
  kind: Kind,
  count: number,
  atOnce: number,
): Promise<Cost[]> {
  const costs: Cost[] = [];
  const assetIds: string[] = [];
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      costs.push(await timed(origin, ada, kind, assetIds));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  // Checked at the end, one after another: constant polling would cost more than the documents do.
  for (const assetId of assetIds) await untilReady(origin, ada.authorization, assetId);
  return costs;
}

async function timed(origin: string, ada: Member, kind: Kind, assetIds: string[]): Promise<Cost> {
  const startedAt = performance.now();
  let trips = 0;
  const assetId = await uploadOne(origin, ada, kind, async (send) => {
    trips += tripsOf(await send());
  });
  assetIds.push(assetId);
  return { ms: performance.now() - startedAt, trips };
}

async function untilReady(origin: string, authorization: string, assetId: string): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline;) {
    const response = await fetch(`${origin}/v1/assets/${assetId}`, { headers: { authorization } });
    const { lifecycleState, failureReason } = z.object({ data: state }).parse(await response.json()).data;
    if (lifecycleState === "ready") return;
    if (lifecycleState === "failed") throw new Failure(`A document failed: ${failureReason}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Failure("A document was not ready in time.");
}

function tripsOf(headers: Headers): number {
  return Number(/"(\d+) trips/.exec(headers.get("server-timing") ?? "")?.[1] ?? Number.NaN);
}
