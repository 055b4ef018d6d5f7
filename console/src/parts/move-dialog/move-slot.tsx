import type { VNode } from "preact";
import { useCollectionTree } from "../../data/collection-tree.ts";
import { askedMove } from "../drag/dragged.ts";
import { later } from "../later/later.tsx";

const MoveDialog = later(async () => (await import("./move-dialog.tsx")).MoveDialog);

/** The dialog of a move that a drop or a key in the tree asked for. */
export function MoveSlot(): VNode | null {
  return askedMove.value === null ? null : <AskedMove asked={askedMove.value} />;
}

function AskedMove({ asked }: { asked: NonNullable<typeof askedMove.value> }): VNode | null {
  const { tree, isRead } = useCollectionTree();
  const { kind, ids, names, from, to, onMoved } = asked;
  if (!isRead) return null;
  return (
    <MoveDialog
      {...{ kind, ids, names, from, tree }}
      to={to === null ? null : (tree.get(to) ?? null)}
      onMoved={() => onMoved?.()}
      onClose={() => {
        askedMove.value = null;
      }}
    />
  );
}
