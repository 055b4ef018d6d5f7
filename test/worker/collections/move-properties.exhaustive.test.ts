import fc from "fast-check";
import { expect, test } from "vitest";
import { storedTree } from "../../support/rows/collections.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { scaled } from "../../support/setup/scaled.ts";

/** Indexes of existing collections; the root has index 0. */
type Step = { readonly create: number } | { readonly move: number; readonly to: number };

const position = fc.nat(1000);
const steps = fc.array<Step>(
  fc.oneof(fc.record({ create: position }), fc.record({ move: position, to: position })),
  {
    minLength: 4,
    maxLength: 24,
  },
);

interface Node {
  readonly id: string;
  parent: Node | null;
}

function isUnder(node: Node, above: Node): boolean {
  for (let at: Node | null = node; at !== null; at = at.parent) if (at === above) return true;
  return false;
}

async function take(person: Person, nodes: Node[], step: Step): Promise<void> {
  const at = (index: number) => nodes[index % nodes.length] as Node;
  if ("create" in step) {
    const parent = at(step.create);
    const { body } = await call("createCollection", {
      token: person.token,
      params: { parentCollectionID: parent.id },
      body: { label: "node" },
    });
    nodes.push({ id: idFromBytes("col", body.data.id), parent });
    return;
  }
  const [node, target] = [at(step.move), at(step.to)];
  const body = { collectionId: node.id, parentCollectionId: target.id };
  const answer = await call("moveCollection", {
    token: person.token,
    params: { collectionID: node.id },
    body,
  });
  const allowed = node.parent !== null && !isUnder(target, node);
  expect([answer.status, answer.body.eventKey !== ""]).toEqual([
    allowed ? 200 : 409,
    allowed && node.parent !== target,
  ]);
  if (allowed) node.parent = target;
}

test("any sequence of creations and moves keeps a tree with correct paths and depths", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const person = await signUp();
      const root: Node = { id: person.rootId, parent: null };
      const nodes = [root];
      for (const step of sequence) await take(person, nodes, step);
      const stored = new Map((await storedTree(person.organizationId)).map((row) => [row.id, row.parentId]));
      expect(nodes.map((node) => stored.get(node.id))).toEqual(nodes.map((node) => node.parent?.id ?? null));
    }),
    { numRuns: scaled({ whole: 100, share: 3 }) },
  );
});
