import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { createClient, type KnowledgeClient } from "../../client/src/index.ts";
import { getAsset } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { signUp } from "../support/http/remote-user.ts";
import { startRelay } from "../support/faults/relay.ts";
import { scaled } from "../support/setup/scaled.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";

/** The first program stores this number of 16 MiB parts, and then ends. */
const { bytes: BYTES, parts: PARTS } = scaled({
  whole: { bytes: 150_000_000, parts: 4 },
  share: { bytes: 36_000_000, parts: 2 },
});
const PART_BYTES = 16 * 1024 * 1024;
const service = sharedService();

/** Makes a file whose upload parts all differ. */
function largeFile(): Uint8Array<ArrayBuffer> {
  const numbers = new Uint32Array(BYTES / 4);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = Math.imul(at, 2_654_435_761);
  return new Uint8Array(numbers.buffer);
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function register(
  client: KnowledgeClient,
  where: { collectionID: string; organizationContext: { organizationId: string; tenantId: string } },
) {
  const body = {
    ...where,
    contentType: "image/png",
    creationMethod: "upload",
    originalFileName: "large.png",
  } as const;
  return idFromBytes("asset", (await client.request("POST", "/v1/assets", { body })).data.id);
}

test(`${BYTES / 1_000_000} MB arrive whole over a breaking connection, and after the first program ended midway`, async () => {
  const ada = await signUp(service, "ada-large");
  const relay = await startRelay(service.url);
  const token = await service.token(ada.email);
  const where = {
    collectionID: ada.workspace.personalId,
    organizationContext: ada.workspace.organizationContext,
  };
  const client = createClient({ origin: relay.origin, token });
  const assetId = await register(client, where);
  const bytes = largeFile();
  const sha256 = hashOf(bytes);
  const file = new Blob([bytes]);

  // The network of the first program breaks, and the program ends after some parts.
  const ended = new AbortController();
  const seen: number[] = [];
  const first = client.upload(assetId, file, {
    sha256,
    signal: ended.signal,
    backoff: { baseMs: 10, maxMs: 50 },
    onProgress: (sent) => {
      seen.push(sent);
      if (seen.length === PARTS) setTimeout(() => relay.cut(), 20);
      if (sent >= PARTS * PART_BYTES) ended.abort(new Error("the program was ended"));
    },
  });
  await expect(first).rejects.toThrow("the program was ended");

  // The second program continues the upload.
  const again: number[] = [];
  await createClient({ origin: service.url, token }).upload(assetId, file, {
    sha256,
    onProgress: (sent) => again.push(sent),
  });
  expect(again[0]).toBeGreaterThanOrEqual(PARTS * PART_BYTES);
  expect(again.at(-1)).toBe(BYTES);

  await client.request("POST", "/v1/assets/notifyUploaded", {
    body: { assetID: assetId, processInBackground: true, processInThread: false },
  });
  const asset = await vi.waitUntil(
    async () => {
      const now = await getAsset(ada.api, assetId);
      return now.lifecycleState === "failed" ? now : null;
    },
    { ...REMOTE_WAIT, timeout: 6 * REMOTE_WAIT.timeout },
  );
  // The stored size matches the announced size. This service does not read pictures.
  expect({ fileSize: asset.fileSize, failureReason: asset.failureReason }).toEqual({
    fileSize: BYTES,
    failureReason: expect.stringContaining("cannot read files of type image/png"),
  });
  const stored = new Uint8Array(await (await fetch(asset.signedURL)).arrayBuffer());
  expect(hashOf(stored)).toBe(sha256);
});
