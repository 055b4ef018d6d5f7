import { openAsBlob } from "node:fs";
import { access } from "node:fs/promises";
import { basename } from "node:path";
import type { AnswerOf, KnowledgeClient, Workspace } from "../index.ts";
import { idFromBytes } from "../index.ts";
import { Failure } from "./failure.ts";

/** How far an import is. */
export type ImportReceipt = AnswerOf<"GET", "/v1/imports/{importID}", { identifiers: "text" }>["data"];

/** The parts of an export as `export` has written them: `name.zip`, `name.2.zip` and so on. @throws Failure without the first one */
export async function partsOf(path: string): Promise<string[]> {
  const stem = path.replace(/\.zip$/, "");
  const found: string[] = [];
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? path : `${stem}.${number}.zip`;
    const isThere = await access(name).then(
      () => true,
      () => false,
    );
    if (!isThere && number === 1) throw new Failure(`Cannot read ${path}.`);
    if (!isThere) return found;
    found.push(name);
  }
}

/** Sends an archive without announcing it, as an import takes it. @returns the asset that it is meanwhile */
export async function sendArchive(
  client: KnowledgeClient,
  { organizationContext, personalId }: Workspace,
  path: string,
  onProgress: (sentBytes: number, allBytes: number) => void,
): Promise<string> {
  const file = await openAsBlob(path, { type: "application/zip" });
  const named = { contentType: file.type, creationMethod: "upload", originalFileName: basename(path) } as const;
  const { data } = await client.request("POST", "/v1/assets", { body: { ...named, collectionID: personalId, organizationContext } });
  const assetId = typeof data.id === "string" ? data.id : idFromBytes("asset", data.id);
  await client.upload(assetId, file, { onProgress: (sent) => onProgress(sent, file.size) });
  return assetId;
}

const LOOK_EVERY_MS = 1_000;

/** Waits until all of it is there. @throws Failure with the reason why an import has failed */
export async function followImport(
  client: KnowledgeClient,
  importID: string,
  onChange: (receipt: ImportReceipt) => void,
): Promise<ImportReceipt> {
  for (let before = ""; ; await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))) {
    const { data: receipt } = await client.request("GET", "/v1/imports/{importID}", { params: { importID } });
    const { state, counts, failureReason } = receipt;
    if (state === "done") return receipt;
    if (state === "failed") throw new Failure(`The import has failed: ${failureReason.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")}`);
    const now = JSON.stringify([state, counts]);
    if (now !== before) onChange(receipt);
    before = now;
  }
}
