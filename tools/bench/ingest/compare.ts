import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import type { ServerProcess } from "../lib/server-process.ts";
import { createPlace, type Member, startService } from "../lib/service.ts";
import { showNumber, showTable } from "../lib/statistics.ts";
import { ingestFiles, textsOf } from "./ingest-files.ts";
import { type Files, makeFiles } from "./make-files.ts";
import { OTHER_INDEXERS, readFolder, writeFolder } from "./other-indexers.ts";
import { insertRawFts } from "./insert-raw.ts";
import type { ResourceUsage } from "./resource-usage.ts";

const COMMAND = "npm run bench -- ingest";
const DEFAULTS = { texts: "1000", pdfs: "50", office: "50", big: "100", clients: "8", seed: "1" };
const HEAD = [
  "",
  "documents",
  "ready",
  "documents a second",
  "MB a second",
  "CPU ms each",
  "CPU ms a MB",
  "CPU beside the service's",
];
const WARM_UP = { texts: 20, pdfs: 2, office: 2, big: 0 };
const BYTES_PER_MB = 1_000_000;

/**
 * Compares the time and CPU from a file to a searchable document: this service and other indexers,
 * sequentially in one run.
 */
export async function compareIngestion(args: readonly string[]): Promise<void> {
  const { clients, seed, ...sizes } = readSizes(args);
  const scratch = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const stateFolder = join(scratch, "state");
    const server = await startService(stateFolder);
    try {
      const [ada] = (await createPlace(server.origin, stateFolder, ["ada"])).members;
      if (ada === undefined) throw new Failure("No user signed in.");
      for (const files of makeFiles(WARM_UP, seed + 1)) await ingestFiles(server, ada, files, clients);
      for (const files of makeFiles(sizes, seed)) await compareKind(server, ada, files, clients, scratch);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function readSizes(args: readonly string[]) {
  const usage = `${COMMAND} ${Object.entries(DEFAULTS)
    .map(([name, number]) => `[--${name} ${number}]`)
    .join(" ")}`;
  const options = Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, number]) => [name, { type: "string", default: number }] as const),
  );
  const read = Object.fromEntries(
    Object.entries(readOptions(options, usage, args)).map(([name, text]) => {
      const number = Number(text);
      if (!Number.isInteger(number) || number < 0)
        throw new Failure(`--${name} takes a whole number. Usage: ${usage}`);
      return [name, number];
    }),
  ) as unknown as Record<keyof typeof DEFAULTS, number>;
  return { ...read, clients: Math.max(1, read.clients) };
}

async function compareKind(
  server: ServerProcess,
  ada: Member,
  files: Files,
  clients: number,
  scratch: string,
): Promise<void> {
  const ours = await ingestFiles(server, ada, files, clients);
  const rows = [HEAD, row("the service, create to ready", files, ours.assetIds.length, ours, ours)];
  if (ours.assetIds.length > 0) {
    const texts = await textsOf(server.origin, ada, ours.assetIds);
    rows.push(row("raw FTS5, the same chunks", files, texts.length, insertRawFts(texts, scratch), ours));
  }
  const folder = await writeFolder(scratch, files.name.replaceAll(/\W+/g, "-"), files.ending, files.files);
  await readFolder(folder);
  for (const { name, index } of OTHER_INDEXERS) {
    const spent = await index(folder, scratch);
    rows.push(
      spent === null
        ? [name, "not installed, or failed", ...HEAD.slice(2).map(() => "")]
        : row(name, files, null, spent, ours),
    );
  }
  const why = ours.reasons.map((reason) => `not ready: ${reason}\n`).join("");
  process.stdout.write(`${files.name}\n\n${showTable(rows)}${why}\n`);
}

/** @param ready null if the program does not report it */
function row(
  name: string,
  { files }: Files,
  ready: number | null,
  { seconds, cpuMs }: ResourceUsage,
  ours: ResourceUsage,
): string[] {
  const megabytes = files.reduce((sum, { length }) => sum + length, 0) / BYTES_PER_MB;
  return [
    name,
    showNumber(files.length),
    ready === null ? "" : showNumber(ready),
    showNumber(files.length / seconds, 1),
    showNumber(megabytes / seconds, 2),
    showNumber(cpuMs / files.length, 2),
    showNumber(cpuMs / megabytes),
    showNumber(cpuMs / ours.cpuMs, 3),
  ];
}
