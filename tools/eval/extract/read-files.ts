import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSandbox } from "../../../scripts/lib/sandbox/local-sandbox.ts";
import { guardRuntimes } from "../../../scripts/lib/runtime-guard.ts";
import { ExtractionError } from "../../../src/domain/extraction-error.ts";
import { locatorOfPage, type LocatorRuns } from "../../../src/domain/locator.ts";
import { type PassageOffset, parsePart } from "../../../src/ingestion/extraction/extraction-stream.ts";
import {
  FILE_NAME_HEADER,
  OWNER_HEADER,
  TEXT_ONLY_HEADER,
} from "../../../src/ingestion/extraction/sandbox-client.ts";

const LINE_END = 0x0a;
/** Equals the service's number of attempts. */
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 3_000;

export interface ReadPassage {
  readonly start: number;
  readonly end: number;
  readonly runs: LocatorRuns;
}

export type ReadFile =
  | {
      readonly kind: "read";
      readonly text: string;
      readonly characters: number;
      readonly passages: readonly ReadPassage[];
      readonly ms: number;
      /** The message about unread parts; "" if there are none. */
      readonly note: string;
    }
  | { readonly kind: "failed"; readonly reason: string; readonly isTransient: boolean };

export interface FileReader {
  read(path: string, as: { readonly contentType?: string; readonly ending?: string }): Promise<ReadFile>;
}

/**
 * Reads files like the service: with the built sandbox in processes of its own. The service's own client
 * requires Workers streams.
 */
export async function startReading(): Promise<FileReader> {
  guardRuntimes();
  const { answer } = await startSandbox(false);
  return {
    read: async (path, { contentType = "application/octet-stream", ending }) => {
      const name = ending === undefined ? basename(path) : `${basename(path)}.${ending}`;
      const headers = {
        "content-type": contentType,
        [FILE_NAME_HEADER]: encodeURIComponent(name),
        [OWNER_HEADER]: "eval",
        [TEXT_ONLY_HEADER]: "1",
      };
      const sent = { method: "POST", headers, body: await readFile(path) };
      for (let attempt = 1; ; attempt += 1) {
        const startedAt = performance.now();
        const { body, status } = await answer(new Request("http://sandbox/documents", sent) as never);
        const bytes = new Uint8Array(await new Response(body as ReadableStream | null).arrayBuffer());
        const said = status === 200 ? readOf(bytes, performance.now() - startedAt) : refused(status, bytes);
        if (said.kind === "read" || !said.isTransient || attempt === MAX_ATTEMPTS) return said;
        await pause(PAUSE_MS);
      }
    },
  };
}

function refused(status: number, bytes: Uint8Array): ReadFile {
  return { kind: "failed", reason: `${status}: ${new TextDecoder().decode(bytes)}`, isTransient: true };
}

/** @param bytes JSON lines, followed by the text */
function readOf(bytes: Uint8Array, ms: number): ReadFile {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const places: PassageOffset[] = [];
  let characters = 0;
  let note = "";
  let at = 0;
  try {
    for (;;) {
      const end = bytes.indexOf(LINE_END, at);
      const part = parsePart(decoder.decode(bytes.subarray(at, end < 0 ? bytes.length : end)));
      at = end + 1;
      if (part.kind === "head") characters = part.characters;
      else if (part.kind === "chunks") places.push(...part.chunks);
      else if (part.kind === "end") {
        note = part.note;
        break;
      }
    }
  } catch (error) {
    if (error instanceof ExtractionError)
      return { kind: "failed", reason: error.reason, isTransient: !error.permanent };
    throw error;
  }
  const passages = places.map(([start, end, page, runs]) => ({
    start,
    end,
    runs: runs ?? [[0, locatorOfPage(page)] as const],
  }));
  return { kind: "read", text: decoder.decode(bytes.subarray(at)), characters, passages, ms, note };
}
