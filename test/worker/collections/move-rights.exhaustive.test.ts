import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { AccessModel } from "../../support/reference-models/access-model.ts";
import {
  MODEL_ACTIONS,
  type ModelCollection,
  type ModelUser,
} from "../../support/reference-models/model-user.ts";
import { insertCollections } from "../../support/rows/collections.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { scaled } from "../../support/setup/scaled.ts";

const NODES = 7;
const OTHERS = 3;

const grant = fc.record({
  user: fc.nat(OTHERS),
  node: fc.nat(NODES - 1),
  action: fc.constantFrom(...MODEL_ACTIONS),
});
const scene = fc.record({
  /**
   * For each node after the first, a number that selects an earlier node as its parent. The first node is
   * below the root.
   */
  parents: fc.array(fc.nat(NODES), { minLength: NODES, maxLength: NODES }),
  grants: fc.array(grant, { maxLength: 10 }),
  moved: fc.nat(NODES - 1),
  target: fc.nat(NODES - 1),
});
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;
type ModelOwner = Pick<Person, "userId" | "rootId" | "organizationId" | "tenantId">;

const parentAt = ({ parents }: Scene, position: number) =>
  position === 0 ? -1 : (parents[position] ?? 0) % position;

/** The scenario as a model whose first user is the mover. */
function modelOf(ada: ModelOwner, moverId: string, ids: readonly string[], drawn: Scene) {
  const model = new AccessModel();
  const place = { organizationId: ada.organizationId, tenantId: ada.tenantId };
  const root = { id: ada.rootId, ...place, kind: "root", parent: null };
  const nodes: ModelCollection[] = [];
  for (const [position, id] of ids.entries()) {
    nodes.push({ id, ...place, kind: "collection", parent: nodes[parentAt(drawn, position)] ?? root });
  }
  model.collections.push(root, ...nodes);
  for (const id of [moverId, ada.userId]) model.users.push({ id, token: "", mergedInto: null });
  for (let other = 0; other < OTHERS; other += 1)
    model.users.push({ id: newId("user"), token: "", mergedInto: null });
  const [mover, owner] = model.users as [ModelUser, ModelUser];
  model.grant(owner, root, "own");
  const [collection, parent] = [
    nodes[drawn.moved] as ModelCollection,
    nodes[drawn.target] as ModelCollection,
  ];
  const grants = drawn.grants.map(({ user, node, action }) => ({
    user: model.users[user === 0 ? 0 : user + 1] as ModelUser,
    node: nodes[node] as ModelCollection,
    action,
  }));
  // Without these grants, nearly all moves would be rejected for lack of basic rights.
  grants.push(
    { user: mover, node: collection, action: "write" },
    { user: mover, node: collection, action: "share" },
  );
  grants.push({ user: mover, node: parent, action: "write" });
  for (const { user, node, action } of grants) model.grant(user, node, action);
  return {
    collection,
    parent,
    grants,
    refusals: model.rejections(mover, { kind: "move", collection, parent }),
  };
}

/** Creates the scenario's collections, users and grants in D1. */
async function createScene(ada: Person, mover: Person, drawn: Scene) {
  const ids = await insertCollections(ada, ada.rootId, NODES, (position) => parentAt(drawn, position));
  const { grants, ...rest } = modelOf(ada, mover.userId, ids, drawn);
  const rows = grants.map(({ user, node, action }) => ({
    id: newId("perm"),
    user: user.id,
    node: node.id,
    action,
  }));
  await testEnv.DB.prepare(
    `INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT value ->> 'id', value ->> 'user', value ->> 'node', ?1, value ->> 'action', 0, ?2 FROM json_each(?3) WHERE true ON CONFLICT DO NOTHING`,
  )
    .bind(ada.organizationId, ada.userId, JSON.stringify(rows))
    .run();
  return rest;
}

/** One scenario in fourteen qualifies, so the test constructs such scenarios instead of relying on chance. */
const forRights = scene.filter((drawn) => {
  const nobody = { userId: "owner", rootId: "root", organizationId: "organization", tenantId: "tenant" };
  const ids = drawn.parents.map((_, position) => `node ${position}`);
  return modelOf(nobody, "mover", ids, drawn).refusals.includes("permission_denied");
});

test("the service rejects a move exactly if it adds a right that the mover cannot grant, or removes an owner without the mover being one", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const [ada, mover] = [await signUp(), await signUp("mover")];
  const seen = { ok: 0, permission_denied: 0, failed_precondition: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 2, arbitrary: scene }, { weight: 1, arbitrary: forRights }),
      async (drawn) => {
        const { collection, parent, refusals } = await createScene(ada, mover, drawn);
        const body = { collectionId: collection.id, parentCollectionId: parent.id };
        const answer = await call("moveCollection", {
          token: mover.token,
          params: { collectionID: collection.id },
          body,
        });
        expect(refusals.length === 0 ? ["ok"] : refusals).toContain(answer.body.code);
        seen[answer.body.code as keyof typeof seen] += 1;
      },
    ),
    { numRuns: scaled({ whole: 300, share: 60 }) },
  );
  expect(Object.entries(seen).filter(([, count]) => count <= 5)).toEqual([]);
});
