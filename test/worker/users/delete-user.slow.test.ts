import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { idFromBytes, parseId } from "../../../src/domain/ids.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { storesContaining } from "../../support/assertions/stores-containing.ts";
import { createKey } from "../../support/http/create-key.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { contextOf } from "../../support/contract/world.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { readExport } from "../../support/http/exports.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { invite, modifyPermissions, newAddress } from "../../support/http/invite.ts";
import { restoreAccount, endGracePeriod, deleteAccount } from "../../support/http/delete-account.ts";
import { columnsContaining, firstRow } from "../../support/http/merge.ts";
import { type Person, signUp, syncBody } from "../../support/http/person.ts";
import { makeLink, openEvents, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const { DB } = testEnv;
beforeEach(() => {
  for (const stream of ["log", "warn"] as const)
    vi.spyOn(console, stream).mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

const stateOf = async ({ userId }: Person) =>
  await firstRow<any>("SELECT lifecycle_state AS state, purge_at AS purgeAt FROM users WHERE id = ?", userId);
const codeOf = async (method: "GET" | "POST", path: string, { token }: Pick<Person, "token">) =>
  (await call(method, path, { token })).body.code;
const sync = async (person: Person) =>
  await call("POST", "/v1/users/self/auth-sync", { token: person.token, body: syncBody(person.email) });

test("a deleted account can only export its data", async () => {
  const ada = await signUp("leaver");
  const threadId = await startThread(ada, ada.personalId);
  const { key } = await createKey(ada);
  const link = await makeLink(ada, threadId);
  const bySocket = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  const byLink = await openEvents(threadId, { publicAccessToken: link.publicToken });
  const { status, trips, body } = await deleteAccount(ada);
  expect([status, trips, body.eventKey]).toEqual([200, 2, expect.stringMatching(/^event_/)]);
  expect(body.data).toMatchObject({ lifecycleState: "deleted", dryRun: false, version: 2 });
  const days = (Date.parse(body.data.restorableUntil) - Date.parse(body.data.deletedAt)) / 86_400_000;
  expect([idFromBytes("user", body.data.userId), days]).toEqual([ada.userId, 30]);
  expect([await bySocket.closed, await byLink.closed]).toEqual([4403, 4403]);
  expect((await rawCall("GET", `/v1/threads/${threadId}`, { token: key })).status).toBe(401);
  for (const answer of [
    await call("getThread", { token: ada.token, params: { threadID: threadId } }),
    await sync(ada),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, "permission_denied"]);
    expect(answer.body.message).toBe(
      `The user has deleted this account. POST /v1/users/self/restore restores it until ${body.data.restorableUntil}.`,
    );
  }
  expect(Object.keys(await readExport(ada, "/v1/users/self/export"))).toContain("files");
  const again = await deleteAccount(ada);
  expect([again.status, again.body.eventKey, again.body.data]).toEqual([200, "", body.data]);
});

test("a dry run of an account deletion makes the same checks and changes nothing", async () => {
  const ada = await signUp("leaver");
  const { body, trips } = await deleteAccount(ada, "?dryRun=true");
  expect([trips, body.eventKey, body.data]).toMatchObject([
    1,
    "",
    { lifecycleState: "active", deletedAt: null, dryRun: true },
  ]);
  expect(Date.parse(body.data.restorableUntil)).toBeGreaterThan(Date.now());
  expect(await stateOf(ada)).toEqual({ state: "active", purgeAt: null });
  await share(ada, await createCollection(ada, ada.personalId, "Kiln"), await signUp("other"), ["read"]);
  expect((await deleteAccount(ada, "?dryRun=true")).body.code).toBe("failed_precondition");
});

test("the sole owner of shared records cannot leave until another user owns them or no user needs them, even with last-moment changes", async () => {
  const [ada, grace] = [await signUp("leaver"), await signUp("other")];
  const folder = await createCollection(ada, ada.personalId, "Kiln");
  const below = await createCollection(ada, folder, "Shelf");
  await share(ada, below, grace, ["write"]);
  const refused = await deleteAccount(ada);
  expect([refused.status, refused.body.code]).toEqual([409, "failed_precondition"]);
  expect(refused.body.message).toBe(
    `Other users depend on collections that only you own. Give another user \`own\`, or revoke their access: Shelf (${below}).`,
  );
  await modifyPermissions(ada, below, grace.userId, []);
  interceptBatches(
    async (nth, send) => {
      if (nth === 1)
        await DB.prepare(
          "INSERT INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by) VALUES ('perm_x', ?, ?, ?, 'read', 0, ?)",
        )
          .bind(grace.userId, folder, ada.organizationId, ada.userId)
          .run();
      return await send();
    },
    [ada.userId],
  );
  const late = await deleteAccount(ada);
  vi.mocked(Object.getPrototypeOf(DB).batch).mockRestore();
  expect([late.body.code, late.body.message]).toEqual([
    "failed_precondition",
    expect.stringContaining(folder),
  ]);
  await share(ada, folder, grace, ["own"]);
  expect((await deleteAccount(ada)).body.code).toBe("ok");
});

test("the last of two co-owners cannot delete the account", async () => {
  const [ada, grace, reader] = [await signUp("leaver"), await signUp("other"), await signUp("reader")];
  const folder = await createCollection(ada, ada.personalId, "Kiln");
  await share(ada, folder, grace, ["own"]);
  await share(ada, folder, reader, ["read"]);
  const codes = (await Promise.all([deleteAccount(ada), deleteAccount(grace)])).map(({ body }) => body.code);
  expect(codes.sort()).toEqual(["failed_precondition", "ok"]);
});

/** Creates a user with their own folder, a co-owned folder, and messages in another user's thread. */
async function leaving() {
  const [ada, grace] = [await signUp("vermilion"), await signUp("grace")];
  await call("POST", "/v1/users/self/auth-sync", {
    token: ada.token,
    body: syncBody(ada.email, { displayName: "Vermilion Quill" }),
  });
  const own = await createCollection(ada, ada.personalId, "Own");
  const shared = await createCollection(ada, ada.personalId, "Shared");
  const elsewhere = await createCollection(grace, grace.personalId, "Elsewhere");
  await share(ada, shared, grace, ["own"]);
  await share(grace, elsewhere, ada, ["write", "chat"]);
  const ownAsset = await addReadyAsset(ada, own, "The kiln of Vermilion is fired at dawn.");
  const sharedAsset = await addReadyAsset(ada, shared, "The kiln is cold by noon.");
  const brought = await addReadyAsset(
    { ...ada, ...contextOf(grace) },
    elsewhere,
    "Clay comes from the north pit.",
  );
  const ownThread = await startThread(ada, own);
  await sendMessage(ada, ownThread, "Is the kiln of Vermilion fired at dawn?");
  const threadId = await startThread(grace, elsewhere, { organizationContext: contextOf(grace) });
  await sendMessage(ada, threadId, "I have fired it twice.", { messageKind: "textV1" });
  await invite(ada, [own], [newAddress("invited")], ["read"]);
  await createKey(ada);
  return { ada, grace, own, shared, elsewhere, ownAsset, sharedAsset, brought, ownThread, threadId };
}

test("the purge after the grace period deletes only unshared records, and nothing identifies the user afterwards", async () => {
  const left = await leaving();
  const { ada, grace, own, shared, ownAsset, sharedAsset, brought, ownThread, threadId } = left;
  expect((await storesContaining(left, "Vermilion")).join()).toMatch(/original.*room\./);
  expect((await deleteAccount(ada)).status).toBe(200);
  await endGracePeriod(ada);
  for (const text of [ada.email, "Vermilion"])
    expect([text, await storesContaining(left, text)]).toEqual([text, []]);
  // SQLite's full-text index keeps single words of deleted documents until a merge rewrites their segment.
  expect(
    (await storesContaining(left, "vermilion")).filter((place) => !/^index\.\w+_fts_data$/.test(place)),
  ).toEqual([]);
  for (const [table, id] of [
    ["collections", own],
    ["assets", ownAsset],
    ["threads", ownThread],
  ])
    expect([id, await firstRow(`SELECT id FROM ${table} WHERE id = ?`, id)]).toEqual([id, null]);
  for (const path of [`/v1/collections/${shared}`, `/v1/assets/${sharedAsset}`, `/v1/assets/${brought}`])
    expect([path, await codeOf("GET", path, grace)]).toEqual([path, "ok"]);
  const { messages } = (await call("GET", `/v1/threads/${threadId}`, { token: grace.token })).body.data;
  const said = messages.find(({ content }: any) => content === "I have fired it twice.");
  expect(idFromBytes("user", said.metadata.createdBy)).toBe(ada.userId);
  for (const text of [ada.email, "Vermilion", "vermilion"])
    expect([text, await columnsContaining(text)]).toEqual([text, []]);
  expect(await stateOf(ada)).toEqual({ state: "deleted", purgeAt: null });
  const anew = await sync(ada);
  expect([anew.body.data.didSignUp, idFromBytes("user", anew.body.data.user.id) === ada.userId]).toEqual([
    true,
    false,
  ]);
});

test("the purge is postponed by a day if others would be left without an owner, and the user may return", async () => {
  const { ada, grace, shared } = await leaving();
  const reader = await signUp("reader");
  await share(grace, shared, reader, ["read"]);
  await deleteAccount(ada);
  await modifyPermissions(grace, shared, grace.userId, ["read"]);
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await endGracePeriod(ada);
  const { state, purgeAt } = await stateOf(ada);
  expect([state, purgeAt - Date.now() > 23 * 3_600_000]).toEqual(["deleted", true]);
  expect(warn.mock.calls.flat().join("\n")).toContain("user_kept");
  expect((await restoreAccount(ada)).body.data.lifecycleState).toBe("active");
  expect(await codeOf("GET", `/v1/collections/${shared}`, reader)).toBe("ok");
});

const OURS = { db: createDatabase(DB), platform: platformOf(testEnv) };
const purge = async ({ userId }: Person, ctx: Parameters<typeof jobHandlerOf>[0] = OURS): Promise<void> => {
  const handle = jobHandlerOf(ctx);
  for (let next: Job | null = { kind: "purge_user", userId: parseId("user", userId)! }; next !== null;)
    next = await handle(next);
};
const isBegun = async ({ userId }: Person) =>
  await DB.prepare("UPDATE users SET purge_at = 0 WHERE id = ?").bind(userId).run();

test("a record that begins to depend on an account during its purge keeps an owner", async () => {
  const { ada, grace, shared } = await leaving();
  await share(grace, shared, await signUp("reader"), ["read"]);
  await deleteAccount(ada);
  await isBegun(ada);
  await modifyPermissions(grace, shared, grace.userId, ["read"]);
  await expect(purge(ada)).rejects.toThrow("nobody_depends");
  expect(
    await firstRow(
      "SELECT action FROM grants WHERE user_id = ? AND collection_id = ?",
      ada.userId,
      ada.rootId,
    ),
  ).toEqual({
    action: "own",
  });
  await DB.prepare("UPDATE grants SET action = 'own' WHERE user_id = ? AND collection_id = ?")
    .bind(grace.userId, shared)
    .run();
  await purge(ada);
  expect(await columnsContaining(ada.email)).toEqual([]);
});

test("the purge deletes records that only the leaving user owns by then, and two parallel purges delete them once", async () => {
  const { ada, grace, shared } = await leaving();
  await deleteAccount(ada);
  await isBegun(ada);
  interceptBatches(
    async (nth, send) => {
      if (nth === 4)
        await DB.prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
          .bind(grace.userId, shared)
          .run();
      return await send();
    },
    [ada.userId],
  );
  await Promise.allSettled([purge(ada), purge(ada)]);
  vi.restoreAllMocks();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  await purge(ada);
  await runAllJobs();
  expect(await firstRow("SELECT id FROM collections WHERE id = ?", shared)).toBeNull();
  const events = "SELECT count(*) AS n FROM audit_events WHERE operation = 'purgeUser' AND target_id = ?";
  expect([await columnsContaining(ada.email), await firstRow(events, ada.userId)]).toEqual([[], { n: 1 }]);
});

test("records that another returning owner could use stay until the purge of the last owner", async () => {
  const [ada, grace] = [await signUp("leaver"), await signUp("other")];
  const shared = await createCollection(ada, ada.personalId, "Shared");
  await share(ada, shared, grace, ["own"]);
  await deleteAccount(ada);
  await deleteAccount(grace);
  await endGracePeriod(ada);
  await restoreAccount(grace);
  expect(await codeOf("GET", `/v1/collections/${shared}`, grace)).toBe("ok");
  await deleteAccount(grace);
  await endGracePeriod(grace);
  expect(await firstRow("SELECT id FROM collections WHERE id = ?", shared)).toBeNull();
});
