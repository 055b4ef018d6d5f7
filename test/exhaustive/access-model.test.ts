import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { idToBytes } from "../../src/domain/ids.ts";
import {
  type AccessModel,
  type Command,
  MODEL_ACTIONS,
  type ModelAsset,
  type ModelCollection,
  type ModelUser,
} from "../support/access-model.ts";
import { storedTree } from "../support/collections.ts";
import { createModel, take, treeOf, type WireNode } from "../support/access-trial.ts";
import { call } from "../support/http.ts";
import { scaled } from "../support/scale.ts";

const PEOPLE = 3;
const RUNS = scaled({ whole: 24, share: 4 });
const TIME_LIMIT_MS = scaled({ whole: 300_000, share: 40_000 });

/** Numbers pick among what there is by then; unless `blindly`, so that it has a chance to be allowed. */
const step = fc.record({
  kind: fc.constantFrom(
    ...(["create", "create", "create", "add", "add", "share", "share", "share", "share", "change", "change", "change"] as const),
    ...(["move", "move", "move", "link", "link", "link", "unlink", "unlink", "merge", "merge"] as const),
  ),
  by: fc.nat(PEOPLE - 1),
  other: fc.nat(999),
  place: fc.nat(999),
  target: fc.nat(999),
  asset: fc.nat(999),
  actions: fc.subarray(MODEL_ACTIONS),
  blindly: fc.nat(3).map((drawn) => drawn === 0),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The command that a step means by now; null while there is nothing to do it with. */
function commandOf(model: AccessModel, by: ModelUser, { kind, other, place, target, asset, actions, blindly }: Step): Command | null {
  const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;
  const readable = model.readable(by);
  const folders = readable.filter((each) => each.kind === "collection");
  const seen = blindly ? model.collections : folders.length > 0 ? folders : readable;
  const collection = pick(seen, place);
  const to = pick(
    model.users.filter((user) => blindly || user !== by),
    other,
  );
  switch (kind) {
    case "create":
      return { kind, parent: collection };
    case "add":
      return { kind, collection };
    case "move":
      return moveOf(collection, blindly ? seen : readable, target, blindly);
    case "share": {
      const own = actions.filter((action) => blindly || model.held(by, collection).includes(action));
      return own.length === 0 ? null : { kind, collection, to, actions: own };
    }
    case "change": {
      const members = blindly
        ? []
        : model.memberships(readable).filter(({ user, collection: { kind } }) => user !== by || kind === "collection");
      const member = members[target % members.length];
      return { kind, collection: member?.collection ?? collection, to: member?.user ?? to, actions };
    }
    case "link":
    case "unlink": {
      const found = model.assets.filter((each) => blindly || model.heldOnAsset(by, each).length > 0);
      if (found.length === 0) return null;
      const linked = pick(found, asset);
      const fitting = seen.filter((each) => (kind === "unlink" ? linked.holders.has(each) : each.organizationId === linked.organizationId));
      return { kind, collection: blindly || fitting.length === 0 ? collection : pick(fitting, place), asset: linked };
    }
    case "merge":
      return { kind, into: by, old: to };
    default:
      return kind satisfies never;
  }
}

function moveOf(collection: ModelCollection, to: readonly ModelCollection[], target: number, blindly: boolean): Command {
  const parents = blindly ? to : to.filter(({ organizationId }) => organizationId === collection.organizationId);
  return { kind: "move", collection, parent: parents[target % parents.length] as ModelCollection };
}

const bytesOf = (records: Iterable<{ readonly id: string }>): string[] =>
  Array.from(records, ({ id }) => JSON.stringify(idToBytes(id as "col_"))).sort();

async function expectCollection(model: AccessModel, user: ModelUser, collection: ModelCollection): Promise<void> {
  const { status, body } = await call("GET", `/v1/collections/${collection.id}`, { token: user.token });
  const path = model.visiblePath(user, collection).map(({ id }) => idToBytes(id as "col_"));
  expect([status, status === 200 ? body.data.path : []]).toEqual([path.length > 0 ? 200 : 404, path]);
}

async function expectAsset(model: AccessModel, user: ModelUser, asset: ModelAsset): Promise<void> {
  const { status, body } = await call("GET", `/v1/assets/${asset.id}`, { token: user.token });
  const holders = [...asset.holders].filter((holder) => model.held(user, holder).length > 0);
  const shown = status === 200 ? body.data.collectionIds.map((id: number[]) => JSON.stringify(id)).sort() : [];
  expect([status, shown]).toEqual([holders.length > 0 ? 200 : 404, bytesOf(holders)]);
}

/** The listing of a collection says what may be done with each asset. */
async function expectListing(model: AccessModel, user: ModelUser, collection: ModelCollection): Promise<void> {
  const { status, body } = await call("GET", `/v1/collection/${collection.id}/assets?limit=200`, { token: user.token });
  const isReadable = model.held(user, collection).length > 0;
  const held = isReadable ? model.assets.filter((asset) => asset.holders.has(collection)) : [];
  const actions = Object.fromEntries(held.map((asset) => [asset.id, model.heldOnAsset(user, asset)]));
  const shown = status === 200 ? Object.fromEntries(body.data.result.entities.map((entity: any) => [entity.data.id, entity.actions])) : {};
  expect([status, shown]).toEqual([isReadable ? 200 : 404, actions]);
}

/** Each node under its parent where that may be read, else at the top; with the path that the node's place gives. */
async function expectTree(model: AccessModel, user: ModelUser): Promise<void> {
  const lines = (nodes: readonly WireNode[], path: readonly number[][]): string[] =>
    nodes.flatMap(({ collection, children }) => {
      const here = [...path, collection.id];
      expect(collection.path).toEqual(here);
      return [JSON.stringify(here), ...lines(children, here)];
    });
  const expected = model.readable(user).map((each) => model.visiblePath(user, each).map(({ id }) => idToBytes(id as "col_")));
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
  "after any sequence of commands everybody has the access that a model of plain objects gives, and the tree is a tree",
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 32, size: "max" }), async (sequence) => {
        const model = await createModel(PEOPLE);
        for (const next of sequence) {
          const by = model.users[next.by] as ModelUser;
          const command = commandOf(model, by, next);
          if (command !== null) await take(model, by, command);
        }
        await expectStored(model);
        for (const user of model.users) {
          const holding = model.collections.filter((collection) => model.assets.some(({ holders }) => holders.has(collection)));
          await expectTree(model, user);
          await Promise.all(model.collections.map(async (collection) => await expectCollection(model, user, collection)));
          await Promise.all(model.assets.map(async (asset) => await expectAsset(model, user, asset)));
          await Promise.all(holding.map(async (collection) => await expectListing(model, user, collection)));
        }
      }),
      // Also what ends the search for a smaller counterexample.
      { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
    );
  },
  2 * TIME_LIMIT_MS,
);
