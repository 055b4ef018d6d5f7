import { expect, test } from "vitest";
import { ApiError, createClient, type UploadProgress } from "../../client/src/index.ts";
import { emailOf } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();

async function signedIn(name: string) {
  const email = emailOf(name);
  const client = createClient({ origin: service.url, token: await service.token(email) });
  return { email, client, workspace: await client.signIn({ email, displayName: name }) };
}

test("the client creates a key for one collection, shows its secret once, and revokes it", async () => {
  const { client, workspace } = await signedIn("verbs-keys");
  await client.uploadFiles(workspace.personalId, [fileOf("tide.txt", "The tidewheel turns twice a day.\n")]);
  const until = new Date(Date.now() + 86_400_000);
  const terms = { name: "Reader", actions: ["read" as const], collectionIds: [workspace.personalId] };
  const { key, apiKeyId, ...told } = await client.keys.create({ ...terms, expiresAt: until });
  expect(told).toMatchObject({ ...terms, expiresAt: until.toISOString(), revokedAt: null });
  const program = createClient({ origin: service.url, token: key });
  expect(await program.search("tidewheel")).toHaveLength(1);
  await expect(program.startThread(workspace.personalId)).rejects.toMatchObject({
    code: "permission_denied",
  });
  await expect(program.keys.list()).rejects.toBeInstanceOf(ApiError);

  const listed = await client.keys.list();
  expect(listed.map((each) => each.apiKeyId)).toEqual([apiKeyId]);
  expect(JSON.stringify(listed)).not.toContain(key);
  expect((await client.keys.revoke(apiKeyId)).revokedAt).not.toBeNull();
  await expect(program.search("tidewheel")).rejects.toMatchObject({ code: "unauthenticated" });
});

test("the client reports usage by day, user and operation, and sets quotas that apply from the next request on", async () => {
  const { client, workspace } = await signedIn("verbs-usage");
  const { organizationId } = workspace.organizationContext;
  await client.uploadFiles(workspace.personalId, [fileOf("mole.txt", "The mole was built in 1841.\n")]);
  const threadId = await client.startThread(workspace.personalId);
  await client.ask(threadId, "When was the mole built?");
  const { total, records } = await client.usage(organizationId, { by: "user,operation" });
  expect(total).toMatchObject({ questions: 1, assets: 1 });
  expect(records.filter(({ questions }) => questions > 0)).toEqual([
    expect.objectContaining({ userId: workspace.userId, questions: 1 }),
  ]);
  expect(await client.setQuotas(organizationId, { day: { questions: 1 } })).toEqual({
    day: { questions: 1 },
  });
  await expect(client.ask(threadId, "When was it built?")).rejects.toMatchObject({
    code: "resource_exhausted",
    status: 429,
  });
  expect(await client.setQuotas(organizationId, {})).toEqual({});
  expect((await client.ask(threadId, "When was the mole built?")).citations).not.toEqual([]);
});

const fileOf = (name: string, content: string) => ({
  name,
  blob: new Blob([content], { type: "text/plain" }),
});

test("the client signs in, uploads a hundred files and waits for them, searches, asks with citations, and shares", async () => {
  const { client, workspace } = await signedIn("verbs");
  expect(workspace.collections.find(({ id }) => id === workspace.personalId)).toMatchObject({
    kind: "personal",
    depth: 1,
  });
  expect(workspace.collections[0]).toMatchObject({ id: workspace.rootId, depth: 0 });

  const files = Array.from({ length: 104 }, (_, n) =>
    fileOf(`ledger/page-${n}.txt`, `Ledger page ${n} records ${n} barrels of zephyrite.\n`),
  );
  const seen = new Map<string, UploadProgress["state"][]>();
  const uploaded = await client.uploadFiles(workspace.personalId, [...files, fileOf("empty.txt", "")], {
    onProgress: ({ name, state }) => seen.set(name, [...(seen.get(name) ?? []), state]),
  });
  expect(uploaded.map(({ name }) => name)).toEqual([...files.map(({ name }) => name), "empty.txt"]);
  expect(uploaded.filter(({ state }) => state === "ready")).toHaveLength(104);
  expect(uploaded.at(-1)).toEqual({
    name: "empty.txt",
    assetId: "",
    state: "failed",
    failureReason: "The file is empty.",
  });
  expect(seen.get("ledger/page-7.txt")).toEqual(expect.arrayContaining(["sending", "ready"]));

  const [passage] = await client.search("page 77 barrels zephyrite", {
    collectionIds: [workspace.personalId],
    limit: 1,
  });
  expect(passage?.displayName).toBe("page-77.txt");
  const threadId = await client.startThread(workspace.personalId, { label: "Barrels" });
  const answer = await client.ask(threadId, "How many barrels does ledger page 77 record?");
  expect(answer).toMatchObject({
    threadId,
    messageId: expect.stringMatching(/^msg_/),
    answerId: expect.stringMatching(/^msg_/),
  });
  const [cited] = answer.citations;
  expect({ displayName: cited?.displayName, quote: cited?.quote }).toEqual({
    displayName: "page-77.txt",
    quote: "Ledger page 77 records 77 barrels of zephyrite.",
  });
  expect(answer.text).toContain("[1]");

  const other = await signedIn("verbs-reader");
  await client.share(workspace.personalId, { emails: [other.email], actions: ["read"] });
  expect(
    await other.client.search("zephyrite", { collectionIds: [workspace.personalId], limit: 3 }),
  ).toHaveLength(3);
  const refused = await other.client.startThread(workspace.personalId).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({
    code: "permission_denied",
    status: 403,
    method: "POST",
    path: "/v1/threads",
  });
});

test("a user leaves after a dry run without effect, keeps shared items, and comes back", async () => {
  const { client, workspace } = await signedIn("verbs-leaving");
  const other = await signedIn("verbs-staying");
  expect(await client.collections()).toEqual(workspace.collections);
  expect(await client.deleteAccount({ dryRun: true })).toMatchObject({
    lifecycleState: "active",
    dryRun: true,
    deletedAt: null,
  });
  await client.share(workspace.personalId, { emails: [other.email], actions: ["read"] });
  const refused = { code: "failed_precondition", method: "DELETE", path: "/v1/users/self" };
  await expect(client.deleteAccount()).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining(workspace.personalId),
  });
  await other.client.deleteAccount();
  const after = await client.deleteAccount();
  expect({ lifecycleState: after.lifecycleState, dryRun: after.dryRun }).toEqual({
    lifecycleState: "deleted",
    dryRun: false,
  });
  await expect(client.collections()).rejects.toMatchObject({ code: "permission_denied" });
  expect(await client.restoreAccount()).toMatchObject({ lifecycleState: "active", restorableUntil: null });
  expect(await client.collections()).toEqual(workspace.collections);
});
