/** Documents and collections that a pointer drags to a place in the tree. */
import { signal } from "@preact/signals";
import { query, read } from "../../data/cache.ts";
import type { Moved } from "../move-dialog/move-reason.ts";

export interface Dragged extends Moved {
  readonly names: readonly string[];
  /** Called after the move. */
  readonly onMoved?: () => void;
}

/** What is dragged now. The browser hides the data of a drag until its end. */
export const dragged = signal<Dragged | null>(null);
/** A move that the dialog asks about. `to` is the chosen collection, if there is one. */
export const askedMove = signal<(Dragged & { readonly to: string | null }) | null>(null);
/** The collection below the pointer that would receive the drop. */
export const dropTarget = signal<string | null>(null);
/** Collections that the person may only read, as far as a drag has asked. */
export const readOnly = signal<ReadonlySet<string>>(new Set());

/** Only a drag of this type is a move; files from outside have none. */
const TYPE = "application/x-knowledge-move";

export function beginDrag(event: DragEvent, moved: Dragged): void {
  event.stopPropagation();
  if (event.dataTransfer === null) return;
  event.dataTransfer.setData(TYPE, "");
  event.dataTransfer.effectAllowed = "move";
  // Chromium ends a drag whose element changes within its first event.
  setTimeout(() => {
    dragged.value = moved;
  });
}

export function endDrag(): void {
  dragged.value = null;
  dropTarget.value = null;
}

/** Finds out whether a collection below the pointer takes the drop. */
export async function noteRights(collectionId: string): Promise<void> {
  const own = query("/v1/collections/{collectionID}/access", { params: { collectionID: collectionId } });
  const isWritable = await read(own).then(
    ({ actions }) => actions.includes("write"),
    () => false,
  );
  if (isWritable || readOnly.peek().has(collectionId)) return;
  readOnly.value = new Set([...readOnly.peek(), collectionId]);
  if (dropTarget.peek() === collectionId) dropTarget.value = null;
}
