/** Exports on their way to this device. They go on while the person visits other pages. */
import { signal } from "@preact/signals";
import { client } from "./client.ts";
import { readManifest } from "./read-manifest.ts";

/** A complete archive. The browser holds it until the page closes. */
export interface SavedPart {
  readonly name: string;
  readonly archive: Blob;
}

export interface ArchiveExport {
  readonly state: "running" | "done" | "broken" | "stopped";
  readonly parts: readonly SavedPart[];
  /** Bytes of all parts so far. */
  readonly bytes: number;
  /** Why the export broke; null while it has not. */
  readonly error: unknown;
}

/** Exports by their subject: an organization's id, or `self`. */
export const archiveExports = signal<ReadonlyMap<string, ArchiveExport>>(new Map());
const stops = new Map<string, AbortController>();

/** Reads all parts of an export, one after another. */
export function startExport(subject: string): void {
  if (archiveExports.peek().get(subject)?.state === "running") return;
  const stop = new AbortController();
  stops.set(subject, stop);
  set(subject, { state: "running", parts: [], bytes: 0, error: null });
  readParts(subject, stop.signal).then(
    () => set(subject, { state: "done" }),
    (error: unknown) => set(subject, stop.signal.aborted ? { state: "stopped" } : { state: "broken", error }),
  );
}

export function stopExport(subject: string): void {
  stops.get(subject)?.abort();
}

async function readParts(subject: string, stop: AbortSignal): Promise<void> {
  let after: string | null = null;
  for (let number = 1; number === 1 || after !== null; number += 1) {
    const archive = await readPart(subject, after, stop);
    const { next } = await readManifest(archive);
    if (next !== null && next === after) throw new Error(`The export makes no progress after ${next}.`);
    const stem = subject === "self" ? "my-knowledge" : subject;
    const name = number === 1 ? `${stem}.zip` : `${stem}.${number}.zip`;
    set(subject, { parts: [...(archiveExports.peek().get(subject)?.parts ?? []), { name, archive }] });
    after = next;
  }
}

async function readPart(subject: string, after: string | null, stop: AbortSignal): Promise<Blob> {
  const query = after === null ? {} : { after };
  const response =
    subject === "self"
      ? await client.bytes("/v1/users/self/export", { query, signal: stop })
      : await client.bytes("/v1/organizations/{organizationId}/export", {
          params: { organizationId: subject },
          query,
          signal: stop,
        });
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        const { bytes = 0 } = archiveExports.peek().get(subject) ?? {};
        set(subject, { bytes: bytes + chunk.byteLength });
        controller.enqueue(chunk);
      },
    }),
  );
  // The browser may keep the bytes on disk. A file of this type is saved, never shown.
  return await new Response(counted ?? null, {
    headers: { "content-type": "application/octet-stream" },
  }).blob();
}

function set(subject: string, changed: Partial<ArchiveExport>): void {
  const before = archiveExports.peek().get(subject) ?? { state: "running", parts: [], bytes: 0, error: null };
  archiveExports.value = new Map([...archiveExports.peek(), [subject, { ...before, ...changed }]]);
}
