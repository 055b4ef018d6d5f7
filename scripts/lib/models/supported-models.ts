import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { log } from "../../../src/log.ts";
import { WEIGHTS } from "../project.ts";
import type { LoadedModels } from "./process/messages.ts";

/** The files that each model needs. */
const FILES = {
  encoder: ["tokenizer.bin", "words.data", "encoder.onnx", "encoder.data"],
  reader: ["tokenizer.bin", "words.data", "reader.onnx", "reader.data", "reader.json"],
} as const;
/** The folder of the runtime's binaries within its package. */
const BINARIES = "napi-v6";

/**
 * Returns the models that can run on this machine, and logs one line if one cannot. The service then answers
 * by words alone.
 */
export function supportedModels(wanted: LoadedModels): LoadedModels {
  const reasons = {
    encoder: wanted.encoder ? obstacleOf("encoder") : null,
    reader: wanted.reader ? obstacleOf("reader") : null,
  };
  const detail = reasons.encoder ?? reasons.reader;
  if (detail !== null) log("warn", "models_not_supported", { detail });
  return {
    encoder: wanted.encoder && reasons.encoder === null,
    reader: wanted.reader && reasons.reader === null,
  };
}

/** @returns the reason why a model cannot run here; null if it can */
export function obstacleOf(model: keyof typeof FILES): string | null {
  if (!hasRuntime())
    return `ONNX Runtime has no binary for this machine (${process.platform}, ${process.arch}).`;
  const missing = FILES[model].find((name) => !existsSync(join(WEIGHTS, name)));
  return missing === undefined ? null : `The file weights/${missing} is missing.`;
}

function hasRuntime(): boolean {
  try {
    const library = createRequire(import.meta.url).resolve("onnxruntime-node/package.json");
    const folder = join(dirname(library), "bin", BINARIES, process.platform, process.arch);
    return existsSync(folder) && (process.platform !== "linux" || hasGlibc());
  } catch {
    return false;
  }
}

/** The binaries for Linux need glibc. Distributions such as Alpine have another C library. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as unknown as { readonly header: Record<string, unknown> };
  return typeof header["glibcVersionRuntime"] === "string";
}
