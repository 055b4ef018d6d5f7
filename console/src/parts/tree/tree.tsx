import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CollectionNode, CollectionTree } from "../../data/collection-tree.ts";
import { keptSignal } from "../../data/kept.ts";
import { t } from "../../words/t.ts";
import { askedMove, dragged, dropTarget, readOnly } from "../drag/dragged.ts";
import { CutName } from "../cut-name/cut-name.tsx";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";
import { moveReason } from "../move-dialog/move-reason.ts";
import { rowPixels } from "../rows/row-pixels.ts";
import { useFocusWhenDrawn } from "../rows/use-focus-when-drawn.ts";
import { useRows } from "../rows/use-rows.ts";
import { dropEvents } from "./drop-events.ts";
import { nodeFrom, visibleNodes } from "./visible-nodes.ts";

const INDENT_PX = 16;
/** A shorter tree is drawn whole. */
const WHOLE_BELOW = 200;

/** The nodes that this device folded. */
const folded = keptSignal<readonly string[]>("folded", []);

const ICONS: Partial<Record<CollectionNode["kind"], IconName>> = {
  root: "home",
  personal: "lock",
  organization: "people",
};

/**
 * Collections as a tree with one tab stop. Arrow keys move the focus and fold; Enter opens; a letter goes to
 * the next name that begins with it. In the library M moves a collection, and nodes take what is dragged to them.
 */
export function Tree({
  tree,
  current,
  label,
  reasonOf = () => null,
  onChoose,
}: {
  tree: CollectionTree;
  /** The collection on the screen, or the chosen one. */
  current: string | null;
  label: string;
  /** Why a collection cannot be chosen; null if it can. */
  reasonOf?: (node: CollectionNode) => string | null;
  /** Chooses a collection; without it a node is a link to its page. */
  onChoose?: (node: CollectionNode) => void;
}): VNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const nodes = visibleNodes(tree, new Set(folded.value));
  const rows = useRows(nodes.length, rowPixels("--tree-row"), () => scroller.current);
  const focus = useFocusWhenDrawn(scroller);
  const tabStop = nodes.find(({ id }) => id === (focused ?? current)) ?? nodes[0];
  const goTo = (node: CollectionNode | undefined): void => {
    if (node === undefined) return;
    setFocused(node.id);
    rows.scrollTo(nodes.indexOf(node));
    focus(`[data-id="${node.id}"]`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || tabStop === undefined) return;
    const isMove = event.key === "m" && onChoose === undefined && tabStop.kind === "collection";
    if (isMove) {
      event.preventDefault();
      event.stopPropagation();
      return askToMove(tabStop);
    }
    const step = nodeFrom(tree, nodes, tabStop, event.key, isFolded(tabStop));
    if (step === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (step === "fold") setFolded(tabStop, true);
    else if (step === "unfold") setFolded(tabStop, false);
    else goTo(step);
  };
  const isWhole = nodes.length < WHOLE_BELOW;
  const shown = isWhole
    ? nodes.map((node) => ({ node, top: null }))
    : rows.items.flatMap(({ index, start }) => {
        const node = nodes[index];
        return node === undefined ? [] : [{ node, top: start }];
      });
  return (
    <div ref={scroller} class="tree-scroller">
      <div
        role="tree"
        aria-label={label}
        class="tree"
        style={isWhole ? {} : { blockSize: `${rows.height}px` }}
        onKeyDown={onKeyDown}
      >
        {shown.map(({ node, top }) => (
          <TreeNode
            key={node.id}
            node={node}
            tree={tree}
            isCurrent={node.id === current}
            isTabStop={node.id === tabStop?.id}
            top={top}
            reason={reasonOf(node)}
            onFocus={() => setFocused(node.id)}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

function TreeNode({
  node,
  tree,
  isCurrent,
  isTabStop,
  top,
  reason: given,
  onFocus,
  onChoose,
}: {
  node: CollectionNode;
  tree: CollectionTree;
  isCurrent: boolean;
  isTabStop: boolean;
  top: number | null;
  reason: string | null;
  onFocus: () => void;
  onChoose: ((node: CollectionNode) => void) | undefined;
}): VNode {
  const siblings = siblingsOf(tree, node);
  const isLibrary = onChoose === undefined;
  const moved = isLibrary ? dragged.value : null;
  const reason = moved === null ? given : dropReason(node, moved, tree);
  const hasChildren = node.childIds.length > 0;
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if ((event.target as Element).closest(".tree-fold") !== null) {
      event.preventDefault();
      event.stopPropagation();
      setFolded(node, !isFolded(node));
    } else if (onChoose !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      if (reason === null) onChoose(node);
    }
  };
  return (
    <a
      role="treeitem"
      href={`/c/${node.id}`}
      class={`tree-node ${isLibrary && dropTarget.value === node.id ? "is-target" : ""}`}
      data-id={node.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-level={node.depth + 1}
      aria-posinset={siblings.indexOf(node.id) + 1}
      aria-setsize={siblings.length}
      aria-selected={isCurrent}
      {...(hasChildren ? { "aria-expanded": !isFolded(node) } : {})}
      {...(isCurrent && onChoose === undefined ? { "aria-current": "page" as const } : {})}
      {...(reason === null ? {} : { "aria-disabled": true, title: reason })}
      style={{
        paddingInlineStart: `${8 + node.depth * INDENT_PX}px`,
        ...(top === null ? {} : { position: "absolute", insetBlockStart: `${top}px`, insetInline: "0" }),
      }}
      onFocus={onFocus}
      onClick={onClick}
      {...(isLibrary
        ? dropEvents(node, reason, hasChildren && isFolded(node) ? () => setFolded(node, false) : null)
        : {})}
    >
      <span class="tree-fold" aria-hidden="true">
        {hasChildren && <Icon class="small" name={isFolded(node) ? "right" : "down"} />}
      </span>
      <Icon name={ICONS[node.kind] ?? "folder"} />
      <CutName name={node.label} />
      {reason !== null && <span class="tree-reason caption">{reason}</span>}
    </a>
  );
}

function dropReason(
  node: CollectionNode,
  moved: NonNullable<typeof dragged.value>,
  tree: CollectionTree,
): string | null {
  return moveReason(node, moved, tree) ?? (readOnly.value.has(node.id) ? t("move.readOnly") : null);
}

function askToMove({ id, label, parentId }: CollectionNode): void {
  askedMove.value = { kind: "collection", ids: [id], names: [label], from: parentId ?? "", to: null };
}

function siblingsOf(tree: CollectionTree, { parentId, id }: CollectionNode): readonly string[] {
  if (parentId !== null) return tree.get(parentId)?.childIds ?? [id];
  return [...tree.values()].filter((node) => node.parentId === null).map((node) => node.id);
}

const isFolded = ({ id }: CollectionNode): boolean => folded.value.includes(id);

function setFolded({ id }: CollectionNode, isNow: boolean): void {
  const others = folded.value.filter((other) => other !== id);
  folded.value = isNow ? [...others, id] : others;
}
