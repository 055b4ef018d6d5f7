import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../support/assets.ts";
import { ordersAreDone, restore, tombstone } from "../support/deletion.ts";
import { testEnv } from "../support/env.ts";
import { call, rawCall } from "../support/http.ts";
import { modify } from "../support/invitations.ts";
import { type Person, signUp } from "../support/people.ts";
import { scaled } from "../support/scale.ts";
import { makeLink, startThread } from "../support/threads.ts";
import { createCollection, share } from "../support/workspace.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const [ASSETS, FOLDERS] = [2, 3];
const asset = fc.nat(ASSETS - 1);
const folder = fc.nat(FOLDERS - 1);
const thread = fc.record({ delete: fc.constant("thread" as const) });

type Step =
  | { readonly link: number; readonly into: number }
  | { readonly unlink: number; readonly from: number }
  | { readonly delete: number | "thread" }
  | { readonly restore: number | "thread" }
  | { readonly purge: number | "thread" }
  | { readonly destroy: number }
  | { readonly share: number }
  | { readonly revoke: number };

const steps = fc.array<Step>(
  fc.oneof(
    fc.record({ link: asset, into: folder }),
    fc.record({ unlink: asset, from: folder }),
    fc.record({ delete: asset }),
    fc.record({ restore: asset }),
    fc.record({ purge: asset }),
    thread,
    fc.constant({ restore: "thread" as const }),
    fc.constant({ purge: "thread" as const }),
    fc.record({ destroy: folder }),
    fc.record({ share: folder }),
    fc.record({ revoke: folder }),
  ),
  { minLength: 3, maxLength: 12 },
);

type State = "alive" | "deleted" | "gone";

/** What there is, in as few words as possible: each asset with the folders that hold it, each folder with who may read it. */
interface Model {
  readonly assets: { state: State; readonly held: Set<number> }[];
  readonly folders: { isThere: boolean; isShared: boolean }[];
  thread: State;
}

/** The thread's home is the first folder, and so is every asset's first one. */
function newModel(): Model {
  return {
    assets: Array.from({ length: ASSETS }, () => ({ state: "alive", held: new Set([0]) })),
    folders: Array.from({ length: FOLDERS }, () => ({ isThere: true, isShared: false })),
    thread: "alive",
  };
}

/** @returns whether the step is allowed, and so is done */
function take(model: Model, step: Step): boolean {
  const { assets, folders } = model;
  const at = (index: number) => assets[index] ?? fail();
  const where = (index: number) => folders[index] ?? fail();
  const stateOf = (what: number | "thread"): State => (what === "thread" ? model.thread : at(what).state);
  const set = (what: number | "thread", state: State): void => {
    if (what === "thread") model.thread = state;
    else at(what).state = state;
  };
  if ("link" in step) {
    if (at(step.link).state !== "alive" || !where(step.into).isThere) return false;
    at(step.link).held.add(step.into);
  } else if ("unlink" in step) {
    const { state, held } = at(step.unlink);
    if (state !== "alive" || !where(step.from).isThere || (held.has(step.from) && held.size === 1)) return false;
    held.delete(step.from);
  } else if ("delete" in step) {
    if (stateOf(step.delete) === "gone") return false;
    set(step.delete, "deleted");
  } else if ("restore" in step) {
    if (stateOf(step.restore) === "gone") return false;
    set(step.restore, "alive");
  } else if ("purge" in step) {
    if (stateOf(step.purge) === "deleted") set(step.purge, "gone");
  } else if ("destroy" in step) {
    if (!where(step.destroy).isThere) return false;
    where(step.destroy).isThere = false;
    if (step.destroy === 0) model.thread = "gone";
    for (const each of assets) if (each.held.delete(step.destroy) && each.held.size === 0) each.state = "gone";
  } else {
    const index = "share" in step ? step.share : step.revoke;
    if (!where(index).isThere) return false;
    where(index).isShared = "share" in step;
  }
  return true;
}

function fail(): never {
  throw new Error("there is no such thing in the model");
}

interface World {
  readonly ada: Person;
  readonly bob: Person;
  readonly folderIds: readonly string[];
  readonly assetIds: readonly string[];
  readonly threadId: string;
  readonly publicToken: string;
}

async function createWorld(): Promise<World> {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folderIds: string[] = [];
  for (let index = 0; index < FOLDERS; index += 1) folderIds.push(await createCollection(ada, ada.rootId, `Folder ${index}`));
  const assetIds: string[] = [];
  for (let index = 0; index < ASSETS; index += 1)
    assetIds.push(await addReadyAsset(ada, folderIds[0] ?? "", `The zephyr engine number ${index} was built in 1871.`));
  const threadId = await startThread(ada, folderIds[0] ?? "", { assetIds });
  const { publicToken } = await makeLink(ada, threadId);
  return { ada, bob, folderIds, assetIds, threadId, publicToken };
}

/** @returns whether the service did it */
async function carryOut({ ada, bob, folderIds, assetIds, threadId }: World, step: Step): Promise<boolean> {
  const idOf = (what: number | "thread") => (what === "thread" ? threadId : (assetIds[what] ?? ""));
  const kindOf = (what: number | "thread") => (what === "thread" ? ("thread" as const) : ("asset" as const));
  const links = async (method: "POST" | "DELETE", index: number, of: number) =>
    await call(method, `/v1/collections/${folderIds[index]}/assets`, {
      token: ada.token,
      body: { collectionId: folderIds[index], assetIds: [assetIds[of]] },
    });
  if ("link" in step) return (await links("POST", step.into, step.link)).status === 200;
  if ("unlink" in step) return (await links("DELETE", step.from, step.unlink)).status === 200;
  if ("delete" in step) return (await tombstone(ada, kindOf(step.delete), [idOf(step.delete)])).status === 200;
  if ("restore" in step) return (await restore(ada, kindOf(step.restore), [idOf(step.restore)])).status === 200;
  if ("destroy" in step)
    return (await call("DELETE", `/v1/collections?collectionIds=${folderIds[step.destroy]}`, { token: ada.token })).status === 200;
  if ("purge" in step) {
    const table = step.purge === "thread" ? "threads" : "assets";
    await testEnv.DB.prepare(`UPDATE ${table} SET purge_at = 1 WHERE id = ? AND lifecycle_state = 'deleted'`).bind(idOf(step.purge)).run();
    return true;
  }
  const index = "share" in step ? step.share : step.revoke;
  const folderId = folderIds[index] ?? "";
  if ((await call("GET", `/v1/collections/${folderId}`, { token: ada.token })).status !== 200) return false;
  if ("share" in step) await share(ada, folderId, bob, ["read"]);
  else await modify(ada, folderId, bob.userId, []);
  return true;
}

/** What somebody is shown, wherever the service shows anything. */
async function shownTo({ folderIds, assetIds, threadId }: World, { token }: Person) {
  const get = async (path: string) => (await call("GET", path, { token })).body;
  const lists = [];
  for (const id of folderIds) lists.push((await get(`/v1/collection/${id}/assets`)).data.pagination?.count ?? -1);
  const assets = [];
  for (const id of assetIds) assets.push((await get(`/v1/assets/${id}`)).code === "ok");
  const { passages } = (await call("POST", "/v1/search", { token, body: { query: "zephyr engine", limit: 10 } })).body.data;
  const thread = await get(`/v1/threads/${threadId}`);
  const inScope = thread.code === "ok" ? thread.data.knowledgeProvenance.inScope.assetIDs.length : -1;
  const found = (passages as { assetId: string }[]).map(({ assetId }) => assetIds.indexOf(assetId)).toSorted((a, b) => a - b);
  return { lists, assets, found, inScope };
}

function expectedFor({ assets, folders, thread: state }: Model, isOwner: boolean) {
  const reads = (index: number) => folders[index]?.isThere === true && (isOwner || folders[index].isShared);
  const sees = assets.map((each) => each.state === "alive" && [...each.held].some(reads));
  const held = (index: number) => assets.filter((each) => each.state === "alive" && each.held.has(index)).length;
  return {
    lists: folders.map((_, index) => (reads(index) ? held(index) : -1)),
    assets: sees,
    found: sees.flatMap((seen, index) => (seen ? [index] : [])),
    inScope: state === "alive" && reads(0) ? sees.filter(Boolean).length : -1,
  };
}

test("after any sequence of linking, deleting, restoring, purging, sharing and revoking everybody is shown what a model says", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const world = await createWorld();
      const model = newModel();
      for (const step of sequence) {
        const isAllowed = take(model, step);
        expect([step, await carryOut(world, step)]).toEqual([step, isAllowed]);
      }
      const shown = [await shownTo(world, world.ada), await shownTo(world, world.bob)];
      expect(shown).toEqual([expectedFor(model, true), expectedFor(model, false)]);
      const guest = await rawCall("GET", `/v1/threads/${world.threadId}?publicAccessToken=${world.publicToken}`);
      expect(guest.status).toBe(model.thread === "alive" ? 200 : 404);
      const recent = (await call("GET", "/v1/navigate/recent/assets?page=1&sort=", { token: world.ada.token })).body.data as unknown[];
      expect(recent).toHaveLength(expectedFor(model, true).found.length);
      await ordersAreDone();
      expect([await shownTo(world, world.ada), await shownTo(world, world.bob)]).toEqual(shown);
    }),
    { numRuns: scaled({ whole: 60, share: 3 }) },
  );
});
