/** An import on its way. It goes on while the person visits other pages. */
import { signal } from "@preact/signals";
import { invalidate } from "./cache.ts";
import { client, type DataOf, idFromBytes, type Workspace } from "./client.ts";
import { TREE } from "./collection-tree.ts";
import { keep, kept } from "./kept.ts";

export type ImportReceipt = DataOf<"GET", "/v1/imports/{importID}">;

export type ArchiveImport =
  | { readonly state: "sending"; readonly sentBytes: number; readonly allBytes: number }
  | { readonly state: "ordered"; readonly receipt: ImportReceipt | null }
  | { readonly state: "broken"; readonly error: unknown };

const LOOK_EVERY_MS = 2_000;
/** The device keeps the id of the last import, so that a reloaded page shows it again. */
const KEPT = "import";

/** The import of this page; null before the first. */
export const archiveImport = signal<ArchiveImport | null>(null);

/** The parts of an export in their order: `name.zip`, `name.2.zip` … `name.10.zip`. */
export function inOrder(files: readonly File[]): File[] {
  const part = ({ name }: File): number => Number(/\.(\d+)\.zip$/.exec(name)?.[1] ?? 1);
  return files.toSorted((one, other) => part(one) - part(other) || one.name.localeCompare(other.name));
}

/** Sends the archives, orders their import and follows it. */
export function startImport(place: Workspace, organizationId: string, files: readonly File[]): void {
  run(place, organizationId, files).catch((error: unknown) => {
    archiveImport.value = { state: "broken", error };
  });
}

/** Follows the last import of this person, if this device knows it. */
export function resumeImport(userId: string): void {
  const importId = kept(userId, KEPT);
  if (archiveImport.peek() !== null || typeof importId !== "string") return;
  archiveImport.value = { state: "ordered", receipt: null };
  follow(userId, importId).catch((error: unknown) => {
    archiveImport.value = { state: "broken", error };
  });
}

async function run(place: Workspace, organizationId: string, files: readonly File[]): Promise<void> {
  const allBytes = files.reduce((sum, { size }) => sum + size, 0);
  const assetIds: string[] = [];
  let before = 0;
  archiveImport.value = { state: "sending", sentBytes: 0, allBytes };
  for (const file of files) {
    const body = {
      contentType: "application/zip",
      creationMethod: "upload",
      originalFileName: file.name,
      collectionID: place.personalId,
      organizationContext: place.organizationContext,
    } as const;
    const { data } = await client.request("POST", "/v1/assets", { body });
    const assetId = idFromBytes("asset", data.id);
    const start = before;
    await client.upload(assetId, file, {
      onProgress: (sent) => {
        archiveImport.value = { state: "sending", sentBytes: start + sent, allBytes };
      },
    });
    assetIds.push(assetId);
    before += file.size;
  }
  const { data: receipt } = await client.request("POST", "/v1/import", {
    body: { organizationId, assetIds },
  });
  keep(place.userId, KEPT, receipt.importId);
  archiveImport.value = { state: "ordered", receipt };
  await follow(place.userId, receipt.importId);
}

async function follow(userId: string, importID: string): Promise<void> {
  for (;;) {
    const { data: receipt } = await client.request("GET", "/v1/imports/{importID}", { params: { importID } });
    archiveImport.value = { state: "ordered", receipt };
    if (receipt.finishedAt !== null) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  keep(userId, KEPT, null);
  invalidate(TREE);
}
