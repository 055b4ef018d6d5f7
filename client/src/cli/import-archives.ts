import { openAsBlob } from "node:fs";
import { access } from "node:fs/promises";
import { basename } from "node:path";
import type { AnswerOf, KnowledgeClient, Workspace } from "../index.ts";
import { idFromBytes } from "../index.ts";
import { Failure } from "./failure.ts";

/** The progress of an import. */
export type ImportReceipt = AnswerOf<"GET", "/v1/imports/{importID}", { identifiers: "text" }>["data"];

/**
 * Lists the parts of an export by the names that `export` gives: `name.zip`, `name.2.zip` and so on.
 * @throws Failure if the first one is missing
 */
export async function listImportArchives(path: string): Promise<string[]> {
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

/**
 * Uploads an archive without `notifyUploaded`, as an import expects. @returns the id of its temporary asset
 */
export async function uploadArchive(
  client: KnowledgeClient,
  { organizationContext, personalId }: Workspace,
  path: string,
  onProgress: (sentBytes: number, allBytes: number) => void,
): Promise<string> {
  const file = await openAsBlob(path, { type: "application/zip" });
  const named = {
    contentType: file.type,
    creationMethod: "upload",
    originalFileName: basename(path),
  } as const;
  const { data } = await client.request("POST", "/v1/assets", {
    body: { ...named, collectionID: personalId, organizationContext },
  });
  const assetId = typeof data.id === "string" ? data.id : idFromBytes("asset", data.id);
  await client.upload(assetId, file, { onProgress: (sent) => onProgress(sent, file.size) });
  return assetId;
}

const LOOK_EVERY_MS = 1_000;

/** Waits until the import is complete. @throws Failure with the reason if the import failed */
export async function followImport(
  client: KnowledgeClient,
  importID: string,
  onChange: (receipt: ImportReceipt) => void,
): Promise<ImportReceipt> {
  for (let before = ""; ; await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))) {
    const { data: receipt } = await client.request("GET", "/v1/imports/{importID}", { params: { importID } });
    const { state, counts, failureReason } = receipt;
    if (state === "done") return receipt;
    if (state === "failed")
      throw new Failure(`The import failed: ${failureReason.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")}`);
    const now = JSON.stringify([state, counts]);
    if (now !== before) onChange(receipt);
    before = now;
  }
}
