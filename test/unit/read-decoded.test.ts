import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ExtractionError } from "../../src/domain/extraction-error.ts";
import { readDecoded } from "../../src/net/read-decoded.ts";

const PAGE = `<!doctype html><p>${"The harbor keeps a ledger of 41 crowns. ".repeat(9)}</p>`;
const LIMIT = 100_000;
const signal = new AbortController().signal;

/** A response as the runtime passes it to the Worker, still with its header. */
function responseOf(body: Uint8Array | string, encoding: string): Response {
  return new Response(typeof body === "string" ? body : Uint8Array.from(body), {
    headers: { "content-encoding": encoding },
  });
}

async function textOf(body: Uint8Array | string, encoding: string, limit = LIMIT): Promise<string> {
  const { bytes } = await readDecoded(responseOf(body, encoding), limit, signal);
  return new TextDecoder().decode(bytes);
}

describe("content codings", () => {
  test.each([
    ["deflate", "deflate", deflateSync(PAGE)],
    ["deflate without a header, as many servers send it", "deflate", deflateRawSync(PAGE)],
    ["gzip by its old name", "x-gzip", gzipSync(PAGE)],
    ["gzip in capital letters", "GZIP", gzipSync(PAGE)],
    ["one after the other", "deflate, gzip", gzipSync(deflateSync(PAGE))],
    ["the same twice", "gzip,gzip", gzipSync(gzipSync(PAGE))],
    ["one beside identity", "identity, gzip", gzipSync(PAGE)],
    ["none", "identity", PAGE],
    ["a name that is no coding, as browsers ignore it", "utf-8", PAGE],
    ["one that the runtime undoes by itself", "gzip", PAGE],
    ["Brotli, which the runtime undoes by itself", "br", PAGE],
  ])("readDecoded decodes the content codings: %s", async (_, encoding, body) => {
    expect(await textOf(body, encoding)).toBe(PAGE);
  });

  test.each([
    ["zstd", "zstd", zstdCompressSync(PAGE)],
    ["compress", "compress", PAGE],
    ["Brotli below another", "br, gzip", gzipSync(brotliCompressSync(PAGE))],
    ["a body that is not in it", "deflate", PAGE],
    ["a body that is cut off", "x-gzip", gzipSync(PAGE).subarray(0, 60)],
    ["a chain of many", "gzip, gzip, gzip, gzip, gzip, gzip", PAGE],
  ])(
    "readDecoded rejects a body with an unsupported coding and gives a reason: %s",
    async (_, encoding, body) => {
      const refusal = textOf(body, encoding);
      await expect(refusal).rejects.toBeInstanceOf(ExtractionError);
      await expect(refusal).rejects.toThrow(/content encoding/);
    },
  );

  test("readDecoded cuts a decoded body at the limit", async () => {
    const bomb = responseOf(deflateSync("boom ".repeat(100_000)), "deflate");
    expect(await readDecoded(bomb, 1_000, signal)).toMatchObject({ isCut: true, bytes: { length: 1_000 } });
  });
});
