import { sanitizeName } from "../../domain/sanitize-name.ts";
import { MAX_DEPTH } from "../../domain/collection.ts";
import type { ExportedCollection } from "../../domain/export-format.ts";
import type { Id } from "../../domain/ids.ts";
import { ImportRejected } from "../../domain/import.ts";
import type { Assertion } from "../../storage/d1/core/commit.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import {
  hasCapacityFor,
  insertCollections,
  type NewCollectionRow,
} from "../../storage/d1/service/imported-rows.ts";
import type { Located, SliceContext } from "./slice-context.ts";

/** Position of a collection in the tree. */
export interface CollectionPosition {
  readonly id: Id<"col">;
  readonly path: string;
  readonly depth: number;
}

const NAME_CHARS = 255;
const DESCRIPTION_CHARS = 4096;

/** Sanitizes a name from an archive like the API does. */
export function importedName(text: string, otherwise: string): string {
  return Array.from(sanitizeName(text.toWellFormed())).slice(0, NAME_CHARS).join("") || otherwise;
}

/**
 * Writes collections below existing ones and adds them to `places`. The initial collections of the archive
 * map to those of the organization.
 */
export async function writeCollections(
  { db, ids, target }: SliceContext,
  found: readonly Located<ExportedCollection>[],
  first: readonly (CollectionPosition & { readonly kind: string })[],
  places: Map<string, CollectionPosition>,
): Promise<{
  readonly statements: Statement[];
  readonly asserts: Assertion[];
  readonly mapped: Readonly<Record<string, string>>;
}> {
  const mapped: Record<string, string> = {};
  const rows: NewCollectionRow[] = [];
  for (const { record, place } of found) {
    const like = record.kind === "collection" ? undefined : first.find(({ kind }) => kind === record.kind);
    if (like !== undefined) {
      mapped[record.id] = like.id;
      places.set(like.id, like);
      continue;
    }
    const parentId =
      record.parentId === null ? null : (mapped[record.parentId] ?? (await ids.of("col", record.parentId)));
    const parent = parentId === null ? undefined : places.get(parentId);
    if (parent === undefined) throw new ImportRejected(`${place}: its parent collection is missing.`);
    if (parent.depth >= MAX_DEPTH)
      throw new ImportRejected(`${place}: collections can nest at most ${MAX_DEPTH} levels deep.`);
    const id = await ids.of("col", record.id);
    const made = { id, path: `${parent.path}${id}/`, depth: parent.depth + 1 };
    places.set(id, made);
    rows.push({
      ...made,
      parentId: parent.id,
      label: importedName(record.label, "Collection"),
      description: record.description.slice(0, DESCRIPTION_CHARS),
      icon: importedName(record.icon, ""),
      createdAt: new Date(record.createdAt),
      createdBy: ids.importer,
      modifiedAt: new Date(record.modifiedAt),
      modifiedBy: ids.author(record.modifiedBy),
    });
  }
  return {
    statements: insertCollections(db, target, rows),
    asserts: hasCapacityFor(target, rows.length),
    mapped,
  };
}
