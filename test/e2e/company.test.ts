/**
 * A small company over real HTTP: the visible items while people join, leave, move items and merge. Each step
 * continues from the one before.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "../../client/src/index.ts";
import { citationsOf, createCollection, getAsset, getThread, postQuestion } from "../../scripts/demo/workspace.ts";
import type { Action } from "../../src/domain/access.ts";
import { type Id, idFromBytes, idToBytes } from "../../src/domain/ids.ts";
import { ApiClient } from "../support/http/api-client.ts";
import { addReadyFile, type RemoteUser, share, emailOf, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const PIERS = "The bridge over the Mole stands on nine piers of Portland stone.";
const QUESTION = "How many piers does the bridge over the Mole stand on?";
const NOTHING = "Nothing in the documents in scope answers this.";
const FEE = "The fee for the survey of the quarry is eighty guineas.";

type Node = Schemas["CollectionTreeNode"];

/** The contract allows one second. A busy machine may need more. */
const SOCKET_TIMEOUT_MS = 3_000;

const service = sharedService();
/** The owner, the owner's customer, and the owner's engineer. */
let ada: RemoteUser;
let bob: RemoteUser;
let cy: RemoteUser;
let projects: string;
let bridge: string;
let drawings: string;
let archive: string;
let plan: string;
let thread: string;

beforeAll(async () => {
  ada = await signUp(service, "ada");
  projects = await createCollection(ada.api, ada.workspace.rootId, "Projects");
  bridge = await createCollection(ada.api, projects, "Bridge");
  drawings = await createCollection(ada.api, bridge, "Drawings");
  archive = await createCollection(ada.api, ada.workspace.rootId, "Archive");
  plan = await addReadyFile(ada, drawings, textFile("plan.txt", `${PIERS}\n`));
  thread = await startThread(ada, bridge);
});

async function codeOf({ api }: RemoteUser, method: string, path: string, body?: unknown): Promise<string> {
  return (await api.call(method, path, body)).body.code;
}

async function codesOf(user: RemoteUser, ...paths: string[]): Promise<string[]> {
  return await Promise.all(paths.map(async (path) => await codeOf(user, "GET", path)));
}

/** All readable items, each as a path of labels. */
async function treeOf({ api }: RemoteUser): Promise<string[]> {
  const lines = ({ collection, children }: Node, above: string): string[] => {
    const path = `${above}/${collection.label}`;
    return [path, ...children.flatMap((child) => lines(child, path))];
  };
  const { data: nodes } = await api.request("GET", "/v1/users/self/collection-tree");
  return nodes.flatMap((node) => lines(node, ""));
}

async function found({ api }: RemoteUser, query: string): Promise<string[]> {
  const { data: answer } = await api.request("POST", "/v1/search", { body: { query } });
  return [...new Set(answer.passages.map(({ assetId }) => assetId))];
}

interface Answer {
  readonly content: string;
  readonly quotes: readonly string[];
}

/** Asks, and returns the last answer. */
async function ask({ api }: RemoteUser, threadId: string, question: string): Promise<Answer> {
  const answered = await postQuestion(api, threadId, question);
  const prompt = answered.messages.findLast(({ content }) => content === question);
  const answer = answered.messages.find(({ inReplyTo }) => String(inReplyTo) === String(prompt?.id));
  const quotes = citationsOf(answered, idFromBytes("msg", answer?.id ?? [])).map(({ quote }) => quote);
  return { content: answer?.content ?? "", quotes };
}

/** @returns the public token of the invitation */
async function invite({ api }: RemoteUser, collectionId: string, email: string, actions: readonly Action[]): Promise<string> {
  const body = { actions, collectionIds: [collectionId], shareTo: [], shareToEmails: [email] };
  const { data: shared } = await api.request("POST", "/v1/share-collections", { body });
  expect({ existingUserCount: shared.existingUsers.length, newUserCount: shared.newUsers.length }).toEqual({
    existingUserCount: 0,
    newUserCount: 1,
  });
  return shared.newUsers[0]?.publicToken ?? "";
}

async function setRights(by: RemoteUser, collectionId: string, of: RemoteUser, actions: readonly Action[]): Promise<string> {
  return await codeOf(by, "POST", "/v1/modify-collection-permissions", { collectionId, userId: of.workspace.userId, actions });
}

async function move(by: RemoteUser, collectionId: string, parentCollectionId: string): Promise<string> {
  return await codeOf(by, "POST", `/v1/collection/${collectionId}/move`, { collectionId, parentCollectionId });
}

async function listen({ api }: RemoteUser, threadId: string): Promise<WebSocket> {
  const socket = new WebSocket(new URL(`/v1/threads/${threadId}/events`, service.url).href, ["knowledge.v1", `bearer.${api.token}`]);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return socket;
}

async function organizationOf({ api }: RemoteUser, collectionId: string): Promise<string> {
  const { data } = await api.request("GET", "/v1/collections/{collectionID}", { params: { collectionID: collectionId } });
  return idFromBytes("org", data.organizationId);
}

describe("a small company", () => {
  test("an engineer invited before she had an account gets access at her first sign-in", async () => {
    await invite(ada, bridge, emailOf("cy"), ["chat"]);
    cy = await signUp(service, "cy");
    const shared = (await treeOf(cy)).filter((path) => !path.startsWith("/Library of cy"));
    expect(shared).toEqual(["/Bridge", "/Bridge/Drawings"]);
    const paths = [`/v1/collections/${drawings}`, `/v1/assets/${plan}`, `/v1/threads/${thread}`, `/v1/collections/${projects}`];
    expect(await codesOf(cy, ...paths)).toEqual(["ok", "ok", "ok", "not_found"]);
    expect(await codeOf(cy, "POST", `/v1/collection/${bridge}`, { label: "Mine" })).toBe("permission_denied");
    expect(await found(cy, "Portland stone")).toEqual([plan]);
    expect(await ask(cy, thread, QUESTION)).toEqual({ content: expect.stringContaining("nine piers"), quotes: [PIERS] });
  });

  test("a customer claims an invitation once the sign-in verifies their address", async () => {
    const email = emailOf("bob");
    const early = new ApiClient(service.url, await service.token(email, { emailVerified: false }));
    const workspace = await early.signIn({ email });
    bob = { email, workspace, api: new ApiClient(service.url, await service.token(email)) };
    const token = await invite(ada, drawings, email, ["read"]);
    const claim = `/v1/claim-token/${token}`;
    expect(await codesOf({ ...bob, api: early }, `/v1/collections/${drawings}`, claim)).toEqual(["not_found", "not_found"]);
    expect({
      codeOfCyPOST: await codeOf(cy, "POST", claim),
      codeOfBobGET: await codeOf(bob, "GET", `/v1/collections/${drawings}`),
    }).toEqual({ codeOfCyPOST: "not_found", codeOfBobGET: "not_found" });
    const { data: claimed } = await bob.api.request("POST", "/v1/claim-token/{token}", { params: { token } });
    expect(claimed.successfulGrants).toEqual([idToBytes(drawings as Id)]);
    expect(await codesOf(bob, `/v1/assets/${plan}`, `/v1/collections/${bridge}`, claim)).toEqual(["ok", "not_found", "ok"]);
    expect((await treeOf(bob)).filter((path) => !path.startsWith("/Library of bob"))).toEqual(["/Drawings"]);
  });

  test("two organizations share documents, and no other data crosses between them", async () => {
    const contracts = await createCollection(bob.api, bob.workspace.rootId, "Contracts");
    const contract = await addReadyFile(bob, contracts, textFile("contract.txt", `${FEE}\n`));
    expect(await found(ada, "fee for the survey")).toEqual([]);
    await share(bob, contracts, ada, ["write", "share"]);
    const offers = await createCollection(ada.api, contracts, "Offers");
    const organizations = [bob, ada].map(({ workspace }) => workspace.organizationContext.organizationId);
    expect([await organizationOf(ada, offers), await organizationOf(ada, bridge)]).toEqual(organizations);
    expect(await found(ada, "fee for the survey")).toEqual([contract]);
    const linked = (to: string, assetId: string): Promise<string> =>
      codeOf(ada, "POST", `/v1/collections/${to}/assets`, { collectionId: to, assetIds: [assetId] });
    expect({ moveAdaBridge: await move(ada, bridge, contracts), moveAdaOffers: await move(ada, offers, bridge) }).toEqual({
      moveAdaBridge: "failed_precondition",
      moveAdaOffers: "failed_precondition",
    });
    expect({ linkedContractsPlan: await linked(contracts, plan), linkedBridgeContract: await linked(bridge, contract) }).toEqual({
      linkedContractsPlan: "failed_precondition",
      linkedBridgeContract: "failed_precondition",
    });
    expect(await linked(offers, contract)).toBe("ok");
    expect(await codeOf(cy, "GET", `/v1/assets/${contract}`)).toBe("not_found");
  });

  test("a moved item is visible to members of its new parent and to its own members", async () => {
    expect(await move(cy, drawings, archive)).toBe("permission_denied");
    expect(await move(ada, drawings, archive)).toBe("ok");
    expect((await treeOf(ada)).filter((path) => path.endsWith("Drawings"))).toEqual(["/Library of ada/Archive/Drawings"]);
    const paths = [`/v1/collections/${drawings}`, `/v1/assets/${plan}`];
    expect({ codesOfCy: await codesOf(cy, ...paths), codesOfBob: await codesOf(bob, ...paths) }).toEqual({
      codesOfCy: ["not_found", "not_found"],
      codesOfBob: ["ok", "ok"],
    });
    // Semantic search may also find Bob's own contract, because a survey and stone are related.
    expect({ foundCyPortlandStone: await found(cy, "Portland stone"), foundBobPortlandStone: await found(bob, "Portland stone") }).toEqual({
      foundCyPortlandStone: [],
      foundBobPortlandStone: expect.arrayContaining([plan]),
    });
    expect(await ask(cy, thread, QUESTION)).toEqual({ content: NOTHING, quotes: [] });
    expect({ moveAdaProjects: await move(ada, projects, drawings), moveAdaDrawings: await move(ada, drawings, bridge) }).toEqual({
      moveAdaProjects: "ok",
      moveAdaDrawings: "failed_precondition",
    });
    expect({
      moveAdaProjects: await move(ada, projects, ada.workspace.rootId),
      moveAdaDrawings: await move(ada, drawings, bridge),
    }).toEqual({ moveAdaProjects: "ok", moveAdaDrawings: "ok" });
    expect((await ask(cy, thread, QUESTION)).quotes).toEqual([PIERS]);
  });

  test("a revocation ends access immediately: reads, searches, answers, signed URLs and the open socket", async () => {
    const talks = await createCollection(ada.api, ada.workspace.rootId, "Talks");
    await share(ada, talks, cy, ["chat"]);
    const talk = await startThread(ada, talks, { assetIds: [plan] });
    expect((await ask(cy, talk, QUESTION)).quotes).toEqual([PIERS]);
    const { signedURL } = await getAsset(cy.api, plan);
    const socket = await listen(cy, thread);
    expect((await fetch(signedURL)).status).toBe(200);

    expect(await setRights(ada, bridge, cy, [])).toBe("ok");
    const paths = [`/v1/collections/${drawings}`, `/v1/collection/${bridge}/assets`, `/v1/assets/${plan}`, `/v1/assets/${plan}/text`];
    expect(new Set(await codesOf(cy, ...paths, `/v1/threads/${thread}`))).toEqual(new Set(["not_found"]));
    expect((await fetch(signedURL)).status).toBe(404);
    expect(await found(cy, "Portland stone")).toEqual([]);
    expect(await codeOf(cy, "POST", "/v1/search", { query: "Portland stone", collectionIds: [drawings] })).toBe("not_found");
    const message = { messageContent: "Still here?", messageKind: "textV1", recipients: [], threadId: thread };
    expect(await codeOf(cy, "POST", `/v1/threads/${thread}/messages`, message)).toBe("not_found");
    expect(await ask(cy, talk, `${QUESTION} And once more?`)).toEqual({ content: NOTHING, quotes: [] });
    expect((await getThread(cy.api, talk)).knowledgeProvenance.assetRef).toEqual({});
    expect((await ask(ada, talk, QUESTION)).quotes).toEqual([PIERS]);
    // The close event follows the end of the connection, which may come seconds after the closing frame.
    await expect.poll(() => socket.readyState, { timeout: SOCKET_TIMEOUT_MS }).not.toBe(WebSocket.OPEN);
  });

  test("merging the customer's two accounts unites their access", async () => {
    const home = await signUp(service, "bob-at-home");
    const notes = await createCollection(home.api, home.workspace.rootId, "Notes");
    const body = { newUserID: bob.workspace.userId, oldUserId: home.workspace.userId, reason: "Two accounts of one person" };
    expect(await codeOf(bob, "PUT", "/v1/users/merge", body)).toBe("permission_denied");
    const headers = { authorization: `Bearer ${bob.api.token}`, "x-merge-authorization": `Bearer ${home.api.token}` };
    const send = async (): Promise<number> => {
      const init = { method: "PUT", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
      return (await fetch(new URL("/v1/users/merge", service.url), init)).status;
    };
    expect([await send(), await send()]).toEqual([200, 409]);
    const paths = [`/v1/collections/${notes}`, `/v1/collections/${drawings}`];
    expect({ codesOfBob: await codesOf(bob, ...paths), codesOfHome: await codesOf(home, ...paths) }).toEqual({
      codesOfBob: ["ok", "ok"],
      codesOfHome: ["ok", "ok"],
    });
    expect(await treeOf(home)).toEqual(await treeOf(bob));
    expect(await treeOf(bob)).toEqual(
      expect.arrayContaining(["/Library of bob/Contracts/Offers", "/Library of bob-at-home/Notes", "/Drawings"]),
    );
    expect((await home.api.signIn({ email: home.email })).userId).toBe(bob.workspace.userId);
    expect(await setRights(ada, drawings, bob, [])).toBe("ok");
    expect(await codesOf(home, `/v1/collections/${drawings}`)).toEqual(["not_found"]);
  });

  test("a guest reads a thread by its public link until its owner revokes it, and sees nothing else", async () => {
    const body = { threadId: thread, messageId: null, shareMethod: "link", shareTo: [] } as const;
    const { data } = await ada.api.request("POST", "/v1/threads/{threadID}/share", { params: { threadID: thread }, body });
    const { address, publicToken, tokenId } = data;
    const opened = await fetch(address);
    const text = await opened.text();
    expect(opened.status).toBe(200);
    expect(text).toContain(PIERS);
    expect(["@", "Bridge", "Drawings", bridge, JSON.stringify(idToBytes(bridge as Id))].filter((secret) => text.includes(secret))).toEqual(
      [],
    );
    const query = `publicAccessToken=${publicToken}`;
    const others = [`/v1/assets/${plan}?${query}`, `/v1/collections/${bridge}?${query}`, "/v1/users/self/collection-tree"];
    expect(await Promise.all(others.map(async (path) => (await fetch(new URL(path, service.url))).status))).toEqual([401, 401, 401]);
    expect(await codeOf(cy, "GET", `/v1/threads/${thread}?${query}`)).toBe("ok");
    expect(await codeOf(cy, "DELETE", `/v1/threads/${thread}/share/${idFromBytes("token", tokenId)}`)).toBe("not_found");
    expect(await codeOf(ada, "DELETE", `/v1/threads/${thread}/share/${idFromBytes("token", tokenId)}`)).toBe("ok");
    expect((await fetch(address)).status).toBe(404);
    expect(await codeOf(cy, "GET", `/v1/threads/${thread}?${query}`)).toBe("not_found");
  });
});
