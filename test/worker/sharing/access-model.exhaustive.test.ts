import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { idToBytes } from "../../../src/domain/ids.ts";
import type { AccessModel, ModelAsset } from "../../support/reference-models/access-model.ts";
import type { ModelCollection, ModelUser } from "../../support/reference-models/model-user.ts";
import { commandOf, stepArbitraries, PEOPLE } from "../../support/reference-models/access-steps.ts";
import { storedTree } from "../../support/rows/collections.ts";
import {
  createAccessModel,
  runCommand,
  treeOf,
  type WireNode,
} from "../../support/reference-models/create-access-model.ts";
import { call } from "../../support/http/call.ts";
import { scaled } from "../../support/setup/scaled.ts";

const RUNS = scaled({ whole: 24, share: 4 });
const TIME_LIMIT_MS = scaled({ whole: 300_000, share: 40_000 });

const step = fc.record({
  ...stepArbitraries,
  kind: fc.constantFrom(
    ...([
      "create",
      "create",
      "create",
      "add",
      "add",
      "share",
      "share",
      "share",
      "share",
      "change",
      "change",
      "change",
    ] as const),
    ...(["move", "move", "move", "link", "link", "link", "unlink", "unlink", "merge", "merge"] as const),
  ),
});

const bytesOf = (records: Iterable<{ readonly id: string }>): string[] =>
  Array.from(records, ({ id }) => JSON.stringify(idToBytes(id as "col_"))).sort();

async function expectCollection(
  model: AccessModel,
  user: ModelUser,
  collection: ModelCollection,
): Promise<void> {
  const { status, body } = await call("getCollection", {
    token: user.token,
    params: { collectionID: collection.id },
  });
  const path = model.visiblePath(user, collection).map(({ id }) => idToBytes(id as "col_"));
  expect([status, status === 200 ? body.data.path : []]).toEqual([path.length > 0 ? 200 : 404, path]);
}

async function expectAsset(model: AccessModel, user: ModelUser, asset: ModelAsset): Promise<void> {
  const { status, body } = await call("getAsset", { token: user.token, params: { assetID: asset.id } });
  const holders = [...asset.collections].filter((holder) => model.actionsOn(user, holder).length > 0);
  const shown =
    status === 200 ? body.data.collectionIds.map((id: number[]) => JSON.stringify(id)).sort() : [];
  expect({ status, shown }).toEqual({ status: holders.length > 0 ? 200 : 404, shown: bytesOf(holders) });
}

/** Checks the listing of a collection, which includes the caller's actions on each asset. */
async function expectListing(
  model: AccessModel,
  user: ModelUser,
  collection: ModelCollection,
): Promise<void> {
  const { status, body } = await call("GET", `/v1/collection/${collection.id}/assets?limit=200`, {
    token: user.token,
  });
  const isReadable = model.actionsOn(user, collection).length > 0;
  const held = isReadable ? model.assets.filter((asset) => asset.collections.has(collection)) : [];
  const actions = Object.fromEntries(held.map((asset) => [asset.id, model.actionsOnAsset(user, asset)]));
  const shown =
    status === 200
      ? Object.fromEntries(body.data.result.entities.map((entity: any) => [entity.data.id, entity.actions]))
      : {};
  expect({ status, shown }).toEqual({ status: isReadable ? 200 : 404, shown: actions });
}

/**
 * Checks the user's tree: each node is below its parent if the user can read the parent, else at the top,
 * with the matching path.
 */
async function expectTree(model: AccessModel, user: ModelUser): Promise<void> {
  const lines = (nodes: readonly WireNode[], path: readonly number[][]): string[] =>
    nodes.flatMap(({ collection, children }) => {
      const here = [...path, collection.id];
      expect(collection.path).toEqual(here);
      return [JSON.stringify(here), ...lines(children, here)];
    });
  const expected = model
    .readable(user)
    .map((each) => model.visiblePath(user, each).map(({ id }) => idToBytes(id as "col_")));
  expect(lines(await treeOf(user), []).sort()).toEqual(expected.map((path) => JSON.stringify(path)).sort());
}

async function expectStored(model: AccessModel): Promise<void> {
  for (const organizationId of new Set(model.collections.map((collection) => collection.organizationId))) {
    const stored = (await storedTree(organizationId)).map(({ id, parentId }) => `${id} ${parentId}`);
    const own = model.collections.filter((collection) => collection.organizationId === organizationId);
    expect(stored.sort()).toEqual(own.map(({ id, parent }) => `${id} ${parent?.id ?? null}`).sort());
  }
}

test(
  "after any sequence of commands, everybody's access matches the reference model, and the tree is valid",
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 32, size: "max" }), async (sequence) => {
        const model = await createAccessModel(PEOPLE);
        for (const next of sequence) {
          const by = model.users[next.by] as ModelUser;
          const command = commandOf(model, by, next);
          if (command !== null) await runCommand(model, by, command);
        }
        await expectStored(model);
        for (const user of model.users) {
          const holding = model.collections.filter((collection) =>
            model.assets.some(({ collections: holders }) => holders.has(collection)),
          );
          await expectTree(model, user);
          await Promise.all(
            model.collections.map(async (collection) => await expectCollection(model, user, collection)),
          );
          await Promise.all(model.assets.map(async (asset) => await expectAsset(model, user, asset)));
          await Promise.all(holding.map(async (collection) => await expectListing(model, user, collection)));
        }
      }),
      // The time limit also ends the search for a smaller counterexample.
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
  },
  2 * TIME_LIMIT_MS,
);
