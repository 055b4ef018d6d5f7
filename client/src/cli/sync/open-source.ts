import { FolderSource } from "./folder-source.ts";
import type { SyncSource } from "./source.ts";

/** Opens a local folder. */
export async function openSource(place: string, _branch: string | undefined): Promise<SyncSource> {
  return await FolderSource.at(place);
}
