import type * as z from "zod";
import { visiblePath } from "../../../domain/collection.ts";
import type { Subtree } from "../../../services/collections/internal/get-subtree.ts";
import { type collection, presentCollection } from "./collection.ts";
import { presentId } from "../identifier.ts";

/** Presents a whole subtree. Decodes each id once, even if several paths contain it. */
export function presentSubtree({ collections, hidden }: Subtree): z.input<typeof collection>[] {
  const decoded = new Map<string, number[]>();
  const bytesOf = (id: string): number[] => {
    const bytes = decoded.get(id) ?? presentId(id);
    decoded.set(id, bytes);
    return bytes;
  };
  return collections.map((row) => ({
    ...presentCollection(row, []),
    path: visiblePath({ path: row.path, hidden }).map(bytesOf),
  }));
}
