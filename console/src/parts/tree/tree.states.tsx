import type { CollectionNode } from "../../data/collection-tree.ts";
import type { PartStates } from "../part-states.ts";
import { Tree } from "./tree.tsx";

const node = (
  id: string,
  label: string,
  parentId: string | null,
  depth: number,
  childIds: readonly string[] = [],
  kind: CollectionNode["kind"] = "collection",
): [string, CollectionNode] => [id, { id, label, kind, parentId, depth, childIds }];

const tree = new Map([
  node("a", "Engines", null, 0, ["b", "c"], "root"),
  node("b", "Personal", "a", 1, [], "personal"),
  node("c", "Supplier contracts with a name that is too long for its place", "a", 1, ["d"]),
  node("d", "Nordwind", "c", 2),
]);

export const treeStates: PartStates = {
  part: "Tree",
  states: {
    "one is here": () => <Tree tree={tree} current="d" label="Library" />,
    "some cannot be chosen": () => (
      <Tree
        tree={tree}
        current="d"
        label="Where to"
        reasonOf={({ id }) => (id === "c" ? "is here" : null)}
        onChoose={() => {}}
      />
    ),
  },
};
