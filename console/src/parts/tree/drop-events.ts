import type { CollectionNode } from "../../data/collection-tree.ts";
import { askedMove, beginDrag, dragged, dropTarget, endDrag, noteRights } from "../drag/dragged.ts";

/** A folded collection opens when something is held over it for this time. */
const OPEN_AFTER_MS = 600;

interface DropEvents {
  readonly draggable: boolean;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
  readonly onDragEnter: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

let opening = 0;
let over: string | null = null;

/**
 * The events that make a node of the tree a source and a target of moves.
 * @param reason the reason against this target; null for a possible one
 * @param unfold null for a node that is open or has nothing below it
 */
export function dropEvents(
  node: CollectionNode,
  reason: string | null,
  unfold: (() => void) | null,
): DropEvents {
  const { id, kind, label, parentId } = node;
  const leave = (): void => {
    over = null;
    clearTimeout(opening);
    if (dropTarget.peek() === id) dropTarget.value = null;
  };
  const hover = (event: DragEvent): void => {
    if (dragged.peek() === null) return;
    if (over !== id) {
      over = id;
      clearTimeout(opening);
      void noteRights(id);
      if (unfold !== null) opening = window.setTimeout(unfold, OPEN_AFTER_MS);
    }
    if (reason !== null) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "move";
    dropTarget.value = id;
  };
  return {
    draggable: kind === "collection",
    onDragStart: (event) =>
      beginDrag(event, { kind: "collection", ids: [id], names: [label], from: parentId ?? "" }),
    onDragEnd: endDrag,
    onDragEnter: hover,
    onDragOver: hover,
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      if (!(currentTarget as Element).contains(relatedTarget as Node | null)) leave();
    },
    onDrop: (event) => {
      const moved = dragged.peek();
      leave();
      endDrag();
      if (moved === null || reason !== null) return;
      event.preventDefault();
      askedMove.value = { ...moved, to: id };
    },
  };
}
