import { newId } from "../../../src/domain/ids.ts";
import { editDatabase, prepareInsert, type Row } from "./d1-file.ts";

/**
 * Repeats the only document of a collection until it has this many. Names end in the number of the document.
 * @param stateFolder of the stopped service
 */
export function fillCollection(stateFolder: string, collectionId: string, count: number): void {
  editDatabase(stateFolder, (database) => {
    const link = database
      .prepare("SELECT * FROM asset_collections WHERE collection_id = ?")
      .get(collectionId) as Row;
    const asset = database.prepare("SELECT * FROM assets WHERE id = ?").get(link["asset_id"] ?? null) as Row;
    const addAsset = prepareInsert(database, "assets", asset);
    const addLink = prepareInsert(database, "asset_collections", link);
    for (let at = 2; at <= count; at += 1) {
      const id = newId("asset");
      const name = `Document ${String(at).padStart(5, "0")}.txt`;
      const modifiedAt = Number(asset["modified_at"]) + at;
      addAsset({
        ...asset,
        id,
        display_name: name,
        original_file_name: name,
        object_key: id,
        modified_at: modifiedAt,
      });
      // Triggers copy it from the asset and count it, as for any new link.
      addLink({ ...link, id: newId("assetcol"), asset_id: id, listed: 0 });
    }
  });
}
