import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { type Id, idToBytes } from "../../../src/domain/ids.ts";
import { SERVICE_SCOPES, type ServiceScope } from "../../../src/domain/principal.ts";
import { operations, rawRoutes } from "../../../src/http/operations.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { badTokens } from "../../support/contract/bad-tokens.ts";
import {
  type Caller,
  type Code,
  get,
  rawSubjectOf,
  signedUrlOf,
  type Subject,
  subjectOf,
  shownBy,
} from "../../support/contract/subjects.ts";
import { contextOf, createWorld, type World } from "../../support/contract/world.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { invite, modifyPermissions, newAddress } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { endLink, makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { sampled } from "../../support/setup/scaled.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

let world: World;
/** Texts and ids that no response may show to each group of callers. */
let hidden: Readonly<Record<"outsiders" | "guests" | "readers", readonly string[]>>;
let known: Record<string, Caller>;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world = await createWorld();
  known = await createCallers();
  hidden = await plant();
}, 60_000);
afterAll(() => {
  vi.restoreAllMocks();
});

async function createCallers(): Promise<Record<string, Caller>> {
  const { owner, reader, stranger, folderId } = world;
  const forged = Object.entries(await badTokens(owner)).map(
    ([what, token]) => [what, { kind: "forged", token }] as const,
  );
  const [revoked, suspended] = await Promise.all([formerColleague("revoked"), formerColleague("suspended")]);
  await modifyPermissions(owner, folderId, revoked.userId, []);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(suspended.userId)
    .run();
  return {
    ...Object.fromEntries(forged),
    anonymous: { kind: "nobody" },
    stranger: { kind: "stranger", ...stranger },
    revoked: { kind: "revoked", ...revoked },
    suspended: { kind: "suspended", ...suspended },
    reader: { kind: "reader", ...reader },
  };
}

/** Creates a user who had all rights on the folder, used them, and lost them. */
async function formerColleague(name: string): Promise<Person> {
  const person = await signUp(name);
  await share(world.owner, world.folderId, person, ["own"]);
  await addReadyAsset({ ...person, ...contextOf(world.owner) }, world.folderId, "Obsidian figures.", {
    name: "obsidian-figures.txt",
  });
  await sendMessage(person, world.threadId, "Obsidian remark.", { messageKind: "textV1" });
  return person;
}

/**
 * Inserts marker words into every text field, in the folder and in a collection that only the owner can read.
 */
async function plant(): Promise<typeof hidden> {
  const { owner, folderId, assetId, threadId, planted } = world;
  const { token } = owner;
  const describe = async (id: string, description: string) =>
    await call("updateCollection", {
      token,
      params: { collectionID: id },
      body: { collectionId: id, label: description, description, icon: description },
    });
  const [recipient, invitee] = [newAddress("tourmaline"), newAddress("malachite")];
  expect((await describe(folderId, "Basalt inventory")).status).toBe(200);
  await sendMessage(owner, threadId, "Porphyry remark.", { messageKind: "textV1", recipients: [recipient] });
  await invite(owner, [folderId], [invitee], ["read"]);
  const besideId = await createCollection(owner, owner.personalId, "Umbra");
  expect((await describe(besideId, "Umbra dossier")).status).toBe(200);
  const besideAssetId = await addReadyAsset(owner, besideId, "The umbra dossier names the brass lantern.", {
    name: "umbra.txt",
  });
  const besideThreadId = await startThread(owner, besideId, { label: "Umbra thread" });
  await sendMessage(owner, besideThreadId, "Umbra remark.", { messageKind: "textV1" });
  const both = (...ids: string[]): string[] => ids.flatMap((id) => [id, JSON.stringify(idToBytes(id as Id))]);
  // Each word contains a letter that no id contains, so it cannot match an id by chance.
  const readers = [
    "Umbra",
    "umbra",
    ...both(besideId, besideAssetId, besideThreadId, owner.rootId, owner.personalId),
  ];
  const guests = [
    "Basalt",
    "bsidian-figures",
    "zephyr-ledger",
    recipient,
    invitee,
    owner.email,
    ...both(folderId, assetId),
    ...readers,
  ];
  return { readers, guests, outsiders: [...planted, ...guests, "bsidian", "orphyry"] };
}

function expectedCode({ audience, reader, stranger }: Subject, { kind, query }: Caller): Code {
  if (kind === "forged") return "unauthenticated";
  if (audience === "anyone") return "ok";
  if (audience === "signed") return "permission_denied";
  const takesGuests = audience === "user_or_guest" || audience === "socket";
  if (kind === "nobody") return "unauthenticated";
  if (kind === "guest" || kind === "late guest")
    return takesGuests ? (kind === "guest" ? "ok" : "not_found") : "unauthenticated";
  if (typeof audience === "object" || kind === "service" || kind === "suspended") return "permission_denied";
  if (kind === "reader") return reader;
  return takesGuests && query !== undefined ? "ok" : stranger;
}

/** Texts and ids that the response to this caller must not contain. */
function hiddenFrom({ kind, query }: Caller, code: string): readonly string[] {
  if (code !== "ok") return hidden.outsiders;
  if (kind === "reader") return hidden.readers;
  return query === undefined ? hidden.outsiders : hidden.guests;
}

/**
 * Every kind of caller for one subject, except its own service scope. The function creates the public links,
 * because each thread has its own link.
 */
async function callersFor({ audience }: Subject, id: string): Promise<[what: string, caller: Caller][]> {
  const { owner, threadId, stranger } = world;
  const ended = await makeLink(owner, threadId);
  await endLink(owner, threadId, ended.tokenId);
  const { publicToken } = await makeLink(owner, threadId);
  const [live, late] = [{ publicAccessToken: publicToken }, { publicAccessToken: ended.publicToken }];
  const needed = typeof audience === "object" ? audience.service : null;
  const lacking: readonly (readonly ServiceScope[])[] =
    needed === null
      ? [SERVICE_SCOPES]
      : SERVICE_SCOPES.filter((scope) => scope !== needed).map((scope) => [scope]);
  const { forged = [], others = [] } = Object.groupBy(Object.entries(known), ([, { kind }]) =>
    kind === "forged" ? "forged" : "others",
  );
  return [
    ...sampled(forged, 2, id),
    ...others,
    ["guest", { kind: "guest", query: live }],
    ["guest of an ended link", { kind: "late guest", query: late }],
    ["stranger with a live link", { kind: "stranger", ...stranger, query: live }],
    [
      "forged token beside a live link",
      { kind: "forged", token: known["garbage"]?.token ?? "", query: live },
    ],
    ["public token as a bearer", { kind: "forged", token: publicToken }],
    ...sampled(lacking, 2, id).map((scopes): [string, Caller] => [
      `service with ${scopes.join()}`,
      { kind: "service", token: serviceSecret(testEnv.TEST_SECRETS, scopes) },
    ]),
  ];
}

async function expectMatrix(subject: Subject, id: string): Promise<void> {
  const [expected, codes]: Record<string, string>[] = [{}, {}];
  const seen: string[] = [];
  for (const [what, caller] of await callersFor(subject, id)) {
    const { code, text } = await subject.send(caller);
    expected![what] = expectedCode(subject, caller);
    codes![what] = code;
    seen.push(
      ...hiddenFrom(caller, code).flatMap((secret) => (text.includes(secret) ? [`${what}: ${secret}`] : [])),
    );
  }
  expect(codes).toEqual(expected);
  expect(seen).toEqual([]);
  expect(await subject.succeeds()).toBe(true);
}

test.each(operations)(
  "$id answers every kind of caller correctly and shows outsiders nothing",
  async (operation) => await expectMatrix(await subjectOf(operation, world), operation.id),
  60_000,
);

test.each(rawRoutes)(
  "$id answers every kind of caller correctly and shows outsiders nothing",
  async (route) => await expectMatrix(await rawSubjectOf(route, world), route.id),
  60_000,
);

test("the owner sees all marker texts, so the search for them can fail", async () => {
  const { owner, folderId, threadId } = world;
  const paths = [
    `/v1/collections/${folderId}`,
    `/v1/collection/${folderId}/assets`,
    `/v1/threads/${threadId}`,
    "/v1/users/self/collection-tree",
  ];
  const shown = await Promise.all(
    [...paths, `/v1/collection-access/${folderId}`].map(async (path) => (await get(path, owner)).text),
  );
  const words = [
    "Basalt",
    "bsidian-figures",
    "zephyr-ledger",
    "Porphyry",
    "Obsidian remark",
    "Umbra dossier",
    owner.email,
    "malachite",
    "tourmaline",
  ];
  expect(words.filter((word) => !shown.join().includes(word))).toEqual([]);
});

test("a signed URL is bound to its user and fails once they lose read or are suspended", async () => {
  const { owner, folderId } = world;
  const [ada, bob] = [await signUp(), await signUp("bob")];
  for (const person of [ada, bob]) await share(owner, folderId, person, ["read"]);
  const urls = [await signedUrlOf(ada, world), await signedUrlOf(bob, world)];
  for (const url of urls) expect((await rawCall("GET", url)).status).toBe(200);
  await modifyPermissions(owner, folderId, ada.userId, []);
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(bob.userId)
    .run();
  for (const [position, refusal] of ["not_found", "permission_denied"].entries()) {
    const { code, text } = await shownBy(await rawCall("GET", urls[position] ?? ""));
    expect({ code, outsiders: hidden.outsiders.filter((secret) => text.includes(secret)) }).toEqual({
      code: refusal,
      outsiders: [],
    });
  }
});
