import { rmSync } from "node:fs";
import { join } from "node:path";
import { listManifests, readManifest } from "./manifest.ts";
import type { PieceStore } from "./piece-store.ts";

/**
 * Keeps the last backups of a folder and deletes the older ones. It reads all kept lists first, so a damaged
 * list deletes nothing.
 * @param keep number of backups
 * @throws Failure if a kept list is damaged
 */
export function pruneBackups(folder: string, pieces: PieceStore, keep: number): void {
  const all = listManifests(folder);
  const kept = new Set(
    all.slice(-keep).flatMap((stored) => readManifest(folder, stored).files.flatMap((file) => file.pieces)),
  );
  if (all.length <= keep) return;
  for (const { name } of all.slice(0, -keep)) rmSync(join(folder, name));
  pieces.keepOnly(kept);
}
