/** The tree, the folders of a drop, and the keys of the grid. */
import { expect, test } from "vitest";
import { foldersOf } from "../../../console/src/data/dropped-files.ts";
import type { CollectionNode } from "../../../console/src/data/collection-tree.ts";
import { nodeFrom, visibleNodes } from "../../../console/src/parts/tree/visible-nodes.ts";

const node = (id: string, parentId: string | null, childIds: readonly string[]): [string, CollectionNode] => [
  id,
  { id, label: `${id} name`, kind: "collection", parentId, depth: 0, childIds },
];
const tree = new Map([
  node("a", null, ["b", "d"]),
  node("b", "a", ["c"]),
  node("c", "b", []),
  node("d", "a", []),
]);
const at = (id: string): CollectionNode => tree.get(id) as CollectionNode;
const shown = (...folded: string[]): readonly CollectionNode[] => visibleNodes(tree, new Set(folded));
const press = (id: string, key: string, ...folded: string[]): unknown => {
  const step = nodeFrom(tree, shown(...folded), at(id), key, folded.includes(id));
  return typeof step === "object" && step !== null ? step.id : step;
};

test("a folded node hides everything below it", () => {
  expect(shown().map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  expect(shown("b").map(({ id }) => id)).toEqual(["a", "b", "d"]);
  expect(shown("a").map(({ id }) => id)).toEqual(["a"]);
});

test("arrow keys go through the visible nodes, and fold and unfold", () => {
  expect(press("b", "ArrowDown")).toBe("c");
  expect(press("b", "ArrowDown", "b")).toBe("d");
  expect(press("b", "ArrowRight", "b")).toBe("unfold");
  expect(press("b", "ArrowRight")).toBe("c");
  expect(press("b", "ArrowLeft")).toBe("fold");
  expect(press("c", "ArrowLeft")).toBe("b");
  expect(press("d", "ArrowDown")).toBe("d");
  expect(press("c", "Home")).toBe("a");
  expect(press("a", "End")).toBe("d");
});

test("a letter goes to the next name that begins with it, and around the end", () => {
  expect(press("d", "c")).toBe("c");
  expect(press("a", "D")).toBe("d");
  expect(press("a", "x")).toBeNull();
  expect(press("a", "Tab")).toBeNull();
});

test("a drop has each folder once, the upper ones first", () => {
  const file = new File(["x"], "x.txt");
  const dropped = [
    { folders: ["Plans", "2026"], file },
    { folders: ["Plans"], file },
    { folders: [], file },
  ];
  expect(foldersOf(dropped)).toEqual(["Plans", "Plans/2026"]);
});
