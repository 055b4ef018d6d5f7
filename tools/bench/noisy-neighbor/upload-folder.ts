import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { uploadFile } from "../../../scripts/demo/workspace.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import type { Lap } from "./bystander.ts";
import { endOf, type Instance, startInstance } from "./instance.ts";

const SAMPLE = "fasta-guide.pdf";
export const AT_ONCE = 8;
const DEADLINES = "knowledge_stage_deadlines_total";
/** Above the time of one file on a busy machine. */
const WAIT_MS_PER_FILE = 20_000;

/** The result of a folder upload to its own service. */
export interface FolderRun {
  /** Number of concurrent uploads. */
  readonly atOnce: number;
  /** Processes beside the service that use all available CPU time. */
  readonly hogs: number;
  readonly ready: number;
  readonly failed: number;
  /** Files that were neither ready nor failed at the time limit. */
  readonly left: number;
  /** Attempts that hit a stage's deadline; null if the service does not count them. */
  readonly deadlines: number | null;
  readonly seen: Lap;
  readonly seconds: number;
}

/**
 * Uploads copies of a real PDF: either one at a time, each after the last is ready, or concurrently like
 * `knowledge upload`.
 */
export async function uploadFolder(
  files: number,
  { atOnce, hogs }: Pick<FolderRun, "atOnce" | "hogs">,
): Promise<FolderRun> {
  const sample = new Uint8Array(await readFile(join(PROJECT_ROOT, "samples", SAMPLE)));
  const instance = await startInstance();
  const busy = Array.from({ length: hogs }, startHog);
  try {
    await instance.bystander.lap();
    const beganAt = performance.now();
    const ends = await sendAll(
      instance,
      Array.from({ length: files }, (_, at) => copyOf(sample, at)),
      { atOnce, beganAt },
    );
    const seconds = (performance.now() - beganAt) / 1_000;
    const count = (state: string): number => ends.filter((end) => end === state).length;
    const [ready, failed] = [count("ready"), count("failed")];
    const deadlines = await instance.metric(DEADLINES);
    return {
      atOnce,
      hogs,
      ready,
      failed,
      left: files - ready - failed,
      deadlines,
      seen: await instance.bystander.lap(),
      seconds,
    };
  } finally {
    for (const hog of busy) hog.kill("SIGKILL");
    await instance.stop();
  }
}

async function sendAll(
  { client, workspace }: Instance,
  files: readonly Uint8Array<ArrayBuffer>[],
  { atOnce, beganAt }: { readonly atOnce: number; readonly beganAt: number },
): Promise<string[]> {
  const waiting = [...files.entries()];
  const leftMs = (): number => Math.max(0, files.length * WAIT_MS_PER_FILE - (performance.now() - beganAt));
  const stateOf = async (assetId: string): Promise<string> => (await endOf(client, assetId, leftMs())).state;
  const ends: string[] = [];
  const uploaded: string[] = [];
  const uploader = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, bytes] = next;
      const file = { name: `copy-${at}.pdf`, contentType: "application/pdf", bytes };
      const assetId = await uploadFile(client, workspace, workspace.personalId, file);
      if (atOnce === 1) ends.push(await stateOf(assetId));
      else uploaded.push(assetId);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, uploader));
  // Sequential, because concurrent polling would load the service.
  for (const assetId of uploaded) ends.push(await stateOf(assetId));
  return ends;
}

/** The same document with different bytes. */
function copyOf(sample: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const comment = new TextEncoder().encode(`\n% copy ${at}\n`);
  const copy = new Uint8Array(sample.length + comment.length);
  copy.set(sample);
  copy.set(comment, sample.length);
  return copy;
}

function startHog(): ChildProcess {
  return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}
