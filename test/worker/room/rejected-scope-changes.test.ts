import { afterEach, describe, expect, test, vi } from "vitest";
import { type Id, idToBytes, newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import {
  assets,
  changeOf,
  colleague,
  collections,
  knowledgeOf,
  sendChange as say,
} from "../../support/rows/knowledge-change.ts";
import {
  addToScope,
  createDocument,
  createFolder,
  createWorkplace,
  type Folder,
  grant,
  history,
  listen,
  openRoom,
  type Workplace,
} from "../../support/rows/workplace.ts";

const PLAIN = ["The harbour of Brackwater opened in 1871 after nine years of work."];

afterEach(() => {
  vi.restoreAllMocks();
});

describe("rejected changes leave no trace and only their sender receives the error:", () => {
  interface Scene {
    readonly place: Workplace;
    /** A user who may chat in the home collection, and read and chat in other collections. */
    readonly userId: Id<"user">;
    readonly readable: Folder;
  }

  const REFUSED: Record<string, { knowledge: (scene: Scene) => Promise<object>; code: string }> = {
    "an unknown asset": { knowledge: async () => assets([newId("asset")]), code: "not_found" },
    "an unknown collection": { knowledge: async () => collections([newId("col")]), code: "not_found" },
    "a hidden asset": {
      knowledge: async ({ place }) => assets([await createDocument(place, place.root, PLAIN)]),
      code: "not_found",
    },
    "a hidden collection": {
      knowledge: async ({ place }) => collections([place.root.id]),
      code: "not_found",
    },
    "taking a hidden asset out": {
      knowledge: async ({ place }) => {
        const hidden = await createDocument(place, place.root, PLAIN);
        await addToScope(place.threadId, "asset", hidden);
        return assets([], [hidden]);
      },
      code: "not_found",
    },
    "taking a hidden collection out": {
      knowledge: async ({ place }) => {
        const hidden = await createFolder(place, place.root);
        await addToScope(place.threadId, "collection", hidden.id);
        return collections([], [hidden.id]);
      },
      code: "not_found",
    },
    "a deleted asset": {
      knowledge: async ({ place }) => {
        const asset = await createDocument(place, place.home, PLAIN);
        await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?")
          .bind(asset)
          .run();
        return assets([asset]);
      },
      code: "not_found",
    },
    "an asset of another organization": {
      knowledge: async ({ userId }) => {
        const other = await createWorkplace();
        await grant(other.organizationId, userId, other.home, "own");
        return assets([await createDocument(other, other.home, PLAIN)]);
      },
      code: "failed_precondition",
    },
    "a collection of another organization": {
      knowledge: async ({ userId }) => {
        const other = await createWorkplace();
        await grant(other.organizationId, userId, other.home, "own");
        return collections([other.home.id]);
      },
      code: "failed_precondition",
    },
    "an asset outside the home, without share": {
      knowledge: async ({ place, readable }) => assets([await createDocument(place, readable, PLAIN)]),
      code: "permission_denied",
    },
    "a collection outside the home, without share": {
      knowledge: async ({ readable }) => collections([readable.id]),
      code: "permission_denied",
    },
    "taking the home out": {
      knowledge: async ({ place }) => collections([], [place.home.id]),
      code: "failed_precondition",
    },
    "one asset both ways": {
      knowledge: async ({ place }) => {
        const asset = await createDocument(place, place.home, PLAIN);
        return assets([asset], [idToBytes(asset)]);
      },
      code: "invalid_argument",
    },
    "one collection both ways": {
      knowledge: async ({ place }) => collections([place.home.id], [place.home.id]),
      code: "invalid_argument",
    },
    "another kind of identifier": { knowledge: async () => assets([newId("col")]), code: "invalid_argument" },
    "201 identifiers": {
      knowledge: async () => ({
        ...assets(Array.from({ length: 200 }, () => newId("asset"))),
        ...collections([newId("col")]),
      }),
      code: "invalid_argument",
    },
    "a list that is none": {
      knowledge: async () => ({ assetContext: { added: "all" } }),
      code: "invalid_argument",
    },
  };

  test.each(Object.entries(REFUSED))("%s", async (_, { knowledge, code }) => {
    const place = await createWorkplace();
    const readable = await createFolder(place, place.root);
    const userId = await colleague(place, [place.home, "chat"], [readable, "chat"]);
    const change = await knowledge({ place, userId, readable });
    const before = await knowledgeOf(place.threadId);
    const [his, hers] = [await listen(place, { userId }), await listen(place)];
    const messageId = newId("msg");
    say(his, change, messageId);
    expect(await his.received(1)).toMatchObject([{ error: { code, messageId } }]);
    expect(await knowledgeOf(place.threadId)).toEqual(before);
    his.socket.send(JSON.stringify({ textV1: { parts: ["Still here."] } }));
    expect(await hers.received(1)).toMatchObject([{ seq: 1, textV1: { parts: ["Still here."] } }]);
  });

  test("a hidden record in a scope change gets the same error as a missing record", async () => {
    const place = await createWorkplace();
    const userId = await colleague(place, [place.home, "chat"]);
    const his = await listen(place, { userId });
    say(his, assets([await createDocument(place, place.root, PLAIN)]));
    say(his, assets([newId("asset")]));
    const [hidden, missing] = await his.received(2);
    expect(hidden?.error).toEqual(missing?.error);
  });

  test.each([
    ["who may only read", "read", "permission_denied"],
    ["who may not even read", null, "not_found"],
  ])("the room rejects a scope change by a user %s", async (_, action, code) => {
    const place = await createWorkplace();
    const userId = await colleague(
      place,
      ...(action === null ? [] : ([[place.home, action]] as [Folder, string][])),
    );
    expect(
      await openRoom(place).accept(changeOf(place, { world: true }, { author: { userId } })),
    ).toMatchObject({ ok: false, code });
    expect(await knowledgeOf(place.threadId)).toMatchObject({ version: 1, world: false });
  });

  test("the room rejects a scope change by an inactive account", async () => {
    const place = await createWorkplace();
    await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
      .bind(place.owner)
      .run();
    expect(await openRoom(place).accept(changeOf(place, { world: true }))).toMatchObject({
      ok: false,
      code: "permission_denied",
    });
  });
});

/** Changes in D1 between the room's reads and writes, with the sender's error code. */
const BETWEEN: Record<string, { change: string; code: string }> = {
  "the collection moves out of the home": {
    change:
      "UPDATE collections SET path = (SELECT path FROM collections WHERE id = :root) || id || '/' WHERE id = :col",
    code: "permission_denied",
  },
  "the collection is deleted": {
    change: "UPDATE collections SET lifecycle_state = 'deleted' WHERE id = :col",
    code: "not_found",
  },
  "the asset is deleted": {
    change: "UPDATE assets SET lifecycle_state = 'deleted' WHERE id = :asset",
    code: "not_found",
  },
  "what is taken out is hidden": {
    change: "DELETE FROM grants WHERE user_id = :user AND collection_id = :other",
    code: "not_found",
  },
  "the right to chat goes": {
    change: "UPDATE grants SET action = 'read' WHERE user_id = :user AND collection_id = :home",
    code: "permission_denied",
  },
  "the thread is deleted": {
    change: "UPDATE threads SET lifecycle_state = 'deleted' WHERE id = :thread",
    code: "not_found",
  },
  "the account is suspended": {
    change: "UPDATE users SET lifecycle_state = 'suspended' WHERE id = :user",
    code: "permission_denied",
  },
};

test.each(Object.entries(BETWEEN))(
  "a scope change has no effect if meanwhile %s",
  async (_, { change, code }) => {
    const place = await createWorkplace();
    const [inside, other] = [await createFolder(place, place.home), await createFolder(place, place.root)];
    const [asset, taken] = [
      await createDocument(place, inside, PLAIN),
      await createDocument(place, other, PLAIN),
    ];
    const userId = await colleague(place, [place.home, "chat"], [inside, "read"], [other, "read"]);
    await addToScope(place.threadId, "asset", taken);
    const values: Record<string, string> = {
      root: place.root.id,
      home: place.home.id,
      thread: place.threadId,
    };
    Object.assign(values, { col: inside.id, other: other.id, asset, user: userId });
    interceptBatches(async (nth, send) => {
      if (nth === 2)
        await testEnv.DB.prepare(
          change.replaceAll(/:(\w+)/g, (__, name: string) => `'${values[name]}'`),
        ).run();
      return await send();
    });
    const delta = {
      addedCollectionIds: [inside.id],
      addedAssetIds: [asset],
      removedAssetIds: [taken],
      world: true,
    };
    const result = await openRoom(place).accept(changeOf(place, delta, { author: { userId } }));
    expect(result).toMatchObject({ ok: false, code });
    vi.restoreAllMocks();
    expect(await knowledgeOf(place.threadId)).toEqual({
      scope: [taken],
      version: 1,
      world: false,
      changes: 0,
    });
    expect(await history(place)).toEqual([]);
  },
);
