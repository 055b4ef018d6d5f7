import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { statSync } from "node:fs";
import { databaseFiles } from "../lib/database-files.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { signIn, startService } from "../lib/service.ts";
import { showNumber, showTable } from "../lib/statistics.ts";
import { ServiceThreads } from "../lib/service-threads.ts";
import { uploadText } from "../lib/upload-text.ts";
import { proseOf } from "./prose.ts";
import { searchFor } from "./search-laps.ts";

const DEFAULTS = { passages: [100, 100_000], searches: [300] } as const;
const CHARACTERS_PER_PASSAGE = 900;
/** The longest text that the service accepts has fewer passages. */
const PASSAGES_PER_TEXT = 25_000;
const READY_MS = 900_000;
const MIB = 1_024 * 1_024;
const INDEXES = "do/knowledge-workspace-KnowledgeIndex";
const HEAD = [
  "passages",
  "index on disk MiB",
  "started MiB",
  "searched MiB",
  "more than started",
  "more than the first",
];

/**
 * Measures the index memory of one organization: the runtime's memory after a restart, before the first
 * search and after some hundred. The difference between a small and a large index is the index.
 */
export async function measureMemory(args: readonly string[]): Promise<void> {
  const { passages, searches } = readNumberOptions(args, DEFAULTS, "npm run bench -- memory");
  const rows = [HEAD];
  let first: number | null = null;
  for (const count of passages) {
    const { onDisk, started, searched } = await memoryWith(count, searches[0] ?? 0);
    first ??= searched;
    rows.push([
      showNumber(count),
      ...[onDisk, started, searched, searched - started, searched - first].map((bytes) =>
        showNumber(bytes / MIB),
      ),
    ]);
  }
  process.stdout.write(showTable(rows));
}

/** Memory in bytes. */
interface Held {
  readonly onDisk: number;
  readonly started: number;
  readonly searched: number;
}

async function memoryWith(passages: number, searches: number): Promise<Held> {
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  try {
    const filling = await startService(stateFolder);
    try {
      const ada = await signIn(filling.origin, stateFolder, "ada");
      for (let at = 0; at < passages; at += PASSAGES_PER_TEXT) {
        const characters = Math.min(PASSAGES_PER_TEXT, passages - at) * CHARACTERS_PER_PASSAGE;
        await uploadText(filling.origin, ada, proseOf(characters, at), READY_MS);
      }
    } finally {
      await filling.stop();
    }
    const onDisk = databaseFiles(stateFolder, INDEXES).reduce((sum, file) => sum + statSync(file).size, 0);
    const { origin, pid, stop } = await startService(stateFolder);
    try {
      const ada = await signIn(origin, stateFolder, "ada");
      const threads = new ServiceThreads(pid);
      const started = threads.runtimeMemory();
      const search = searchFor(origin, ada);
      for (let asked = 0; asked < searches; asked += 1) await search();
      return { onDisk, started, searched: threads.runtimeMemory() };
    } finally {
      await stop();
    }
  } finally {
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
