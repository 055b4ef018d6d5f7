/**
 * The model process: loads the models and runs one job at a time for its parent. It opens no port, reads
 * only the weights and ends with its parent.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { WEIGHTS } from "../../project.ts";
import { Encoder } from "./encoder.ts";
import type { Job, LoadedModels, Message, Order, Result } from "./messages.ts";
import { openSession } from "./open-session.ts";
import { PassageReader, type ReaderManifest } from "./passage-reader.ts";
import { parseTokenizerTables } from "./tokenizer-tables.ts";
import { Tokenizer } from "./tokenizer.ts";

process.on("disconnect", () => process.exit(0));

const loaded = JSON.parse(process.argv[2] ?? "{}") as LoadedModels;
try {
  const run = await loadModels(loaded);
  process.on("message", (order: Order) => void answer(order, run));
  send({ kind: "ready", residentBytes: process.memoryUsage.rss() });
} catch (error) {
  process.send?.({ kind: "failed-start", reason: reasonOf(error) } satisfies Message, () => process.exit(1));
}

type Run = (job: Job) => Promise<Result>;

async function loadModels({ encoder: hasEncoder, reader: hasReader }: LoadedModels): Promise<Run> {
  const tokenizer = new Tokenizer(parseTokenizerTables(await readFile(join(WEIGHTS, "tokenizer.bin"))));
  const encoder = hasEncoder
    ? new Encoder(await openSession(join(WEIGHTS, "encoder.onnx")), tokenizer)
    : null;
  const reader = hasReader
    ? new PassageReader(
        await openSession(join(WEIGHTS, "reader.onnx")),
        tokenizer,
        JSON.parse(await readFile(join(WEIGHTS, "reader.json"), "utf8")) as ReaderManifest,
      )
    : null;
  return async (job) => {
    if (job.kind === "embed" && encoder !== null)
      return { kind: "vectors", vectors: await encoder.embed(job.texts, job.purpose) };
    if (job.kind === "read" && reader !== null)
      return { kind: "reading", ...(await reader.read(job.question, job.passage)) };
    throw new Error(`The process has no model for ${job.kind}.`);
  };
}

async function answer({ id, job }: Order, run: Run): Promise<void> {
  try {
    send({ kind: "done", id, result: await run(job), residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    send({ kind: "failed", id, reason: reasonOf(error) });
  }
}

function send(message: Message): void {
  process.send?.(message);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
