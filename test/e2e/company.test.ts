/**
 * A small company over real HTTP: the visible items while people join, leave, move items and merge. Each step
 * continues from the one before.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { createCollection, getAsset, getThread } from "../../scripts/demo/workspace.ts";
import { type Id, idFromBytes, idToBytes } from "../../src/domain/ids.ts";
import { ApiClient } from "../support/http/api-client.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  emailOf,
  signUp,
  startThread,
  textFile,
} from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import {
  codeOf,
  codesOf,
  labelTreeOf,
  foundAssets,
  inviteByEmail,
  askInThread,
  setRights,
  moveTo,
  organizationOf,
} from "../support/http/set-rights.ts";

const PIERS = "The bridge over the Mole stands on nine piers of Portland stone.";
const QUESTION = "How many piers does the bridge over the Mole stand on?";
const NOTHING = "Nothing in the documents in scope answers this.";
const FEE = "The fee for the survey of the quarry is eighty guineas.";

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

async function listen({ api }: RemoteUser, threadId: string): Promise<WebSocket> {
  const socket = new WebSocket(new URL(`/v1/threads/${threadId}/events`, service.url).href, [
    "knowledge.v1",
    `bearer.${api.token}`,
  ]);
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  return socket;
}

describe("a small company", () => {
  test("an engineer invited before she had an account gets access at her first sign-in", async () => {
    await inviteByEmail(ada, bridge, emailOf("cy"), ["chat"]);
    cy = await signUp(service, "cy");
    const shared = (await labelTreeOf(cy)).filter((path) => !path.startsWith("/Library of cy"));
    expect(shared).toEqual(["/Bridge", "/Bridge/Drawings"]);
    const paths = [
      `/v1/collections/${drawings}`,
      `/v1/assets/${plan}`,
      `/v1/threads/${thread}`,
      `/v1/collections/${projects}`,
    ];
    expect(await codesOf(cy, ...paths)).toEqual(["ok", "ok", "ok", "not_found"]);
    expect(await codeOf(cy, "POST", `/v1/collection/${bridge}`, { label: "Mine" })).toBe("permission_denied");
    expect(await foundAssets(cy, "Portland stone")).toEqual([plan]);
    expect(await askInThread(cy, thread, QUESTION)).toEqual({
      content: expect.stringContaining("nine piers"),
      quotes: [PIERS],
    });
  });

  test("a customer claims an invitation once the sign-in verifies their address", async () => {
    const email = emailOf("bob");
    const early = new ApiClient(service.url, await service.token(email, { emailVerified: false }));
    const workspace = await early.signIn({ email });
    bob = { email, workspace, api: new ApiClient(service.url, await service.token(email)) };
    const token = await inviteByEmail(ada, drawings, email, ["read"]);
    const claim = `/v1/claim-token/${token}`;
    expect(await codesOf({ ...bob, api: early }, `/v1/collections/${drawings}`, claim)).toEqual([
      "not_found",
      "not_found",
    ]);
    expect({
      codeOfCyPOST: await codeOf(cy, "POST", claim),
      codeOfBobGET: await codeOf(bob, "GET", `/v1/collections/${drawings}`),
    }).toEqual({ codeOfCyPOST: "not_found", codeOfBobGET: "not_found" });
    const { data: claimed } = await bob.api.request("POST", "/v1/claim-token/{token}", { params: { token } });
    expect(claimed.successfulGrants).toEqual([idToBytes(drawings as Id)]);
    expect(await codesOf(bob, `/v1/assets/${plan}`, `/v1/collections/${bridge}`, claim)).toEqual([
      "ok",
      "not_found",
      "ok",
    ]);
    expect((await labelTreeOf(bob)).filter((path) => !path.startsWith("/Library of bob"))).toEqual([
      "/Drawings",
    ]);
  });

  test("two organizations share documents, and no other data crosses between them", async () => {
    const contracts = await createCollection(bob.api, bob.workspace.rootId, "Contracts");
    const contract = await addReadyFile(bob, contracts, textFile("contract.txt", `${FEE}\n`));
    expect(await foundAssets(ada, "fee for the survey")).not.toContain(contract);
    await share(bob, contracts, ada, ["write", "share"]);
    const offers = await createCollection(ada.api, contracts, "Offers");
    const organizations = [bob, ada].map(({ workspace }) => workspace.organizationContext.organizationId);
    expect([await organizationOf(ada, offers), await organizationOf(ada, bridge)]).toEqual(organizations);
    expect((await foundAssets(ada, "fee for the survey"))[0]).toBe(contract);
    const linked = (to: string, assetId: string): Promise<string> =>
      codeOf(ada, "POST", `/v1/collections/${to}/assets`, { collectionId: to, assetIds: [assetId] });
    expect({
      moveAdaBridge: await moveTo(ada, bridge, contracts),
      moveAdaOffers: await moveTo(ada, offers, bridge),
    }).toEqual({
      moveAdaBridge: "failed_precondition",
      moveAdaOffers: "failed_precondition",
    });
    expect({
      linkedContractsPlan: await linked(contracts, plan),
      linkedBridgeContract: await linked(bridge, contract),
    }).toEqual({
      linkedContractsPlan: "failed_precondition",
      linkedBridgeContract: "failed_precondition",
    });
    expect(await linked(offers, contract)).toBe("ok");
    expect(await codeOf(cy, "GET", `/v1/assets/${contract}`)).toBe("not_found");
  });

  test("a moved item is visible to members of its new parent and to its own members", async () => {
    expect(await moveTo(cy, drawings, archive)).toBe("permission_denied");
    expect(await moveTo(ada, drawings, archive)).toBe("ok");
    expect((await labelTreeOf(ada)).filter((path) => path.endsWith("Drawings"))).toEqual([
      "/Library of ada/Archive/Drawings",
    ]);
    const paths = [`/v1/collections/${drawings}`, `/v1/assets/${plan}`];
    expect({ codesOfCy: await codesOf(cy, ...paths), codesOfBob: await codesOf(bob, ...paths) }).toEqual({
      codesOfCy: ["not_found", "not_found"],
      codesOfBob: ["ok", "ok"],
    });
    // Semantic search may also find Bob's own contract, because a survey and stone are related.
    expect({
      foundCyPortlandStone: await foundAssets(cy, "Portland stone"),
      foundBobPortlandStone: await foundAssets(bob, "Portland stone"),
    }).toEqual({
      foundCyPortlandStone: [],
      foundBobPortlandStone: expect.arrayContaining([plan]),
    });
    expect(await askInThread(cy, thread, QUESTION)).toEqual({ content: NOTHING, quotes: [] });
    expect({
      moveAdaProjects: await moveTo(ada, projects, drawings),
      moveAdaDrawings: await moveTo(ada, drawings, bridge),
    }).toEqual({
      moveAdaProjects: "ok",
      moveAdaDrawings: "failed_precondition",
    });
    expect({
      moveAdaProjects: await moveTo(ada, projects, ada.workspace.rootId),
      moveAdaDrawings: await moveTo(ada, drawings, bridge),
    }).toEqual({ moveAdaProjects: "ok", moveAdaDrawings: "ok" });
    expect((await askInThread(cy, thread, QUESTION)).quotes).toEqual([PIERS]);
  });

  test("a revocation ends access immediately: reads, searches, answers, signed URLs and the open socket", async () => {
    const talks = await createCollection(ada.api, ada.workspace.rootId, "Talks");
    await share(ada, talks, cy, ["chat"]);
    const talk = await startThread(ada, talks, { assetIds: [plan] });
    expect((await askInThread(cy, talk, QUESTION)).quotes).toEqual([PIERS]);
    const { signedURL } = await getAsset(cy.api, plan);
    const socket = await listen(cy, thread);
    expect((await fetch(signedURL)).status).toBe(200);

    expect(await setRights(ada, bridge, cy, [])).toBe("ok");
    const paths = [
      `/v1/collections/${drawings}`,
      `/v1/collection/${bridge}/assets`,
      `/v1/assets/${plan}`,
      `/v1/assets/${plan}/text`,
    ];
    expect(new Set(await codesOf(cy, ...paths, `/v1/threads/${thread}`))).toEqual(new Set(["not_found"]));
    expect((await fetch(signedURL)).status).toBe(404);
    expect(await foundAssets(cy, "Portland stone")).toEqual([]);
    expect(
      await codeOf(cy, "POST", "/v1/search", { query: "Portland stone", collectionIds: [drawings] }),
    ).toBe("not_found");
    const message = {
      messageContent: "Still here?",
      messageKind: "textV1",
      recipients: [],
      threadId: thread,
    };
    expect(await codeOf(cy, "POST", `/v1/threads/${thread}/messages`, message)).toBe("not_found");
    expect(await askInThread(cy, talk, `${QUESTION} And once more?`)).toEqual({
      content: NOTHING,
      quotes: [],
    });
    expect((await getThread(cy.api, talk)).knowledgeProvenance.assetRef).toEqual({});
    expect((await askInThread(ada, talk, QUESTION)).quotes).toEqual([PIERS]);
    // The close event follows the end of the connection, which may come seconds after the closing frame.
    await expect.poll(() => socket.readyState, { timeout: SOCKET_TIMEOUT_MS }).not.toBe(WebSocket.OPEN);
  });

  test("merging the customer's two accounts unites their access", async () => {
    const home = await signUp(service, "bob-at-home");
    const notes = await createCollection(home.api, home.workspace.rootId, "Notes");
    const body = {
      newUserID: bob.workspace.userId,
      oldUserId: home.workspace.userId,
      reason: "Two accounts of one person",
    };
    expect(await codeOf(bob, "PUT", "/v1/users/merge", body)).toBe("permission_denied");
    const headers = {
      authorization: `Bearer ${bob.api.token}`,
      "x-merge-authorization": `Bearer ${home.api.token}`,
    };
    const send = async (): Promise<number> => {
      const init = {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      };
      return (await fetch(new URL("/v1/users/merge", service.url), init)).status;
    };
    expect([await send(), await send()]).toEqual([200, 409]);
    const paths = [`/v1/collections/${notes}`, `/v1/collections/${drawings}`];
    expect({ codesOfBob: await codesOf(bob, ...paths), codesOfHome: await codesOf(home, ...paths) }).toEqual({
      codesOfBob: ["ok", "ok"],
      codesOfHome: ["ok", "ok"],
    });
    expect(await labelTreeOf(home)).toEqual(await labelTreeOf(bob));
    expect(await labelTreeOf(bob)).toEqual(
      expect.arrayContaining([
        "/Library of bob/Contracts/Offers",
        "/Library of bob-at-home/Notes",
        "/Drawings",
      ]),
    );
    expect((await home.api.signIn({ email: home.email })).userId).toBe(bob.workspace.userId);
    expect(await setRights(ada, drawings, bob, [])).toBe("ok");
    expect(await codesOf(home, `/v1/collections/${drawings}`)).toEqual(["not_found"]);
  });

  test("a guest reads a thread by its public link until its owner revokes it, and sees nothing else", async () => {
    const body = { threadId: thread, messageId: null, shareMethod: "link", shareTo: [] } as const;
    const { data } = await ada.api.request("POST", "/v1/threads/{threadID}/share", {
      params: { threadID: thread },
      body,
    });
    const { address, publicToken, tokenId } = data;
    const opened = await fetch(address);
    const text = await opened.text();
    expect(opened.status).toBe(200);
    expect(text).toContain(PIERS);
    expect(
      ["@", "Bridge", "Drawings", bridge, JSON.stringify(idToBytes(bridge as Id))].filter((secret) =>
        text.includes(secret),
      ),
    ).toEqual([]);
    const query = `publicAccessToken=${publicToken}`;
    const others = [
      `/v1/assets/${plan}?${query}`,
      `/v1/collections/${bridge}?${query}`,
      "/v1/users/self/collection-tree",
    ];
    expect(
      await Promise.all(others.map(async (path) => (await fetch(new URL(path, service.url))).status)),
    ).toEqual([401, 401, 401]);
    expect(await codeOf(cy, "GET", `/v1/threads/${thread}?${query}`)).toBe("ok");
    expect(await codeOf(cy, "DELETE", `/v1/threads/${thread}/share/${idFromBytes("token", tokenId)}`)).toBe(
      "not_found",
    );
    expect(await codeOf(ada, "DELETE", `/v1/threads/${thread}/share/${idFromBytes("token", tokenId)}`)).toBe(
      "ok",
    );
    expect((await fetch(address)).status).toBe(404);
    expect(await codeOf(cy, "GET", `/v1/threads/${thread}?${query}`)).toBe("not_found");
  });
});
