import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { newId } from "../../../src/domain/ids.ts";
import type { Env } from "../../../src/env.ts";
import { type DocumentHead, serializePart } from "../../../src/ingestion/extraction/extraction-stream.ts";
import { createSandboxClient } from "../../../src/ingestion/extraction/sandbox-client.ts";
import { storeExtraction } from "../../../src/ingestion/store-extraction.ts";

const { BUCKET } = env as unknown as Env;
const NOT_WHOLE =
  "The text of this file arrived incomplete. Upload the file again. If that does not help, contact the operator of this service.";
const TEXT = "Otters sleep. 水獺睡覺。 “Kelp holds them.”\n".repeat(5_000);

interface Sent {
  readonly bytes: Uint8Array;
  readonly head: DocumentHead;
}

async function reading(): Promise<Sent> {
  const text = new TextEncoder().encode(TEXT);
  const version = await sha256Hex(Uint8Array.from(text));
  const head = {
    kind: "head",
    title: "",
    strategy: "text",
    version,
    bytes: text.length,
    characters: TEXT.length,
    tokens: 1,
  } as const;
  const lines = [
    head,
    { kind: "chunks" as const, chunks: [[0, 13, 0] as [number, number, number]] },
    { kind: "end" as const, keywords: ["水獺"], summary: "", entryCount: 0, note: "", artifacts: null },
  ];
  const told = new TextEncoder().encode(lines.map((line) => serializePart(line)).join(""));
  return { head, bytes: Uint8Array.from([...told, ...text]) };
}

/** Returns the stored text of a stream that is cut at these offsets. */
async function stored(bytes: Uint8Array, ...cuts: readonly number[]): Promise<string | undefined> {
  const ends = [0, ...cuts, bytes.length];
  const pieces = ends.slice(1).map((end, at) => bytes.subarray(ends[at], end));
  const readable = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else if (piece.length > 0) controller.enqueue(piece);
    },
  });
  // A native stream, as the body from another Worker is.
  const body = readable.pipeThrough(new IdentityTransformStream());
  const answer = async (url: string): Promise<Response> =>
    url.includes("/slots/") ? new Response(null, { status: 204 }) : new Response(body);
  const sandbox = createSandboxClient({ fetch: answer } as unknown as Fetcher);
  const asset = { organizationId: newId("org"), id: newId("asset") };
  const read = await sandbox.read(
    { bytes: new Uint8Array(), contentType: "text/plain", originalFileName: "" },
    asset.organizationId,
  );
  const { textKey } = await storeExtraction(BUCKET, asset, read);
  return await (await BUCKET.get(textKey))?.text();
}

describe("a text from the sandbox", () => {
  test("the service stores a text from the sandbox whole for cuts within a line or a character", async () => {
    const { bytes, head } = await reading();
    const lines = bytes.length - head.bytes;
    expect(await stored(bytes)).toBe(TEXT);
    for (const cut of [1, lines - 30, lines - 1, lines, lines + 1, lines + 16])
      expect(await stored(bytes, cut, cut + 65_536)).toBe(TEXT);
  });

  test.each(["shorter", "longer", "another", "without a line"])(
    "the service rejects a text from the sandbox if it is %s",
    async (fault) => {
      const { bytes, head } = await reading();
      const changed = Uint8Array.from(bytes);
      changed[bytes.length - 9] = 0x20;
      const sent = {
        shorter: bytes.subarray(0, -1),
        longer: Uint8Array.from([...bytes, 0x20]),
        another: changed,
        "without a line": bytes.subarray(bytes.length - head.bytes),
      }[fault];
      await expect(stored(sent ?? bytes, 20, 65_536)).rejects.toThrow(NOT_WHOLE);
    },
  );
});
