/** The API keys, members, webhooks, imports and accounts of a small company, over real HTTP. */
import { beforeAll, describe, expect, test } from "vitest";
import { createCollection, getThread, postQuestion } from "../../scripts/demo/workspace.ts";
import {
  addReadyFile,
  emailOf,
  type RemoteUser,
  share,
  signUp,
  startThread,
  textFile,
  uploadArchive,
} from "../support/http/remote-user.ts";
import { ADMINISTRATION_OPERATIONS, type ExtensionOperation } from "../support/http/extension-operations.ts";
import { CompanyCalls } from "../support/http/company-calls.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const PIERS = "The viaduct over the Mole stands on nine piers of Portland stone.";
const QUESTION = "How many piers does the viaduct over the Mole stand on?";
const WAIT = { timeout: 90_000, interval: 500 };

const service = sharedService();
const calls = new CompanyCalls(service.url);
let ada: RemoteUser;
let cy: RemoteUser;
let organizationId: string;
let bridge: string;
let archive: string;
let plan: string;
let thread: string;
type Parts = Parameters<CompanyCalls["call"]>[2];
const code = async ({ api }: RemoteUser, operation: ExtensionOperation, parts: Parts = {}): Promise<string> =>
  (await calls.call(api.token, operation, parts)).code;
const data = async ({ api }: RemoteUser, operation: ExtensionOperation, parts: Parts = {}): Promise<any> =>
  await calls.data(api.token, operation, parts);

beforeAll(async () => {
  ada = await signUp(service, "administration-ada");
  cy = await signUp(service, "administration-cy");
  organizationId = ada.workspace.organizationContext.organizationId;
  bridge = await createCollection(ada.api, ada.workspace.rootId, "Bridge");
  archive = await createCollection(ada.api, ada.workspace.rootId, "Archive");
  plan = await addReadyFile(ada, bridge, textFile("plan.txt", `${PIERS}\n`));
  thread = await startThread(ada, bridge);
  await postQuestion(ada.api, thread, QUESTION);
});

describe("a company's administration", () => {
  test("a program finds by a key the documents that its user allows, and none after the key ends", async () => {
    const made = await data(ada, "POST /v1/api-keys", {
      body: { name: "Search on the wall", actions: ["read"], collectionIds: [bridge] },
    });
    const found = await calls.data(made.key, "POST /v1/search", { body: { query: "Portland stone" } });
    expect(found.passages[0]).toMatchObject({ assetId: plan });
    const search = async () =>
      (await calls.call(made.key, "POST /v1/search", { body: { query: "Portland stone" } })).code;
    const rename = {
      params: { collectionID: bridge },
      body: { collectionId: bridge, label: "Mine", description: "", icon: "" },
    };
    expect((await calls.call(made.key, "POST /v1/collection/{collectionID}/attributes", rename)).code).toBe(
      "permission_denied",
    );
    expect((await data(ada, "GET /v1/api-keys")).apiKeys).toMatchObject([{ name: "Search on the wall" }]);
    expect(await code(ada, "DELETE /v1/api-keys/{apiKeyId}", { params: { apiKeyId: made.apiKeyId } })).toBe(
      "ok",
    );
    expect(await search()).toBe("unauthenticated");
  });

  test("the service shows members and the reasons of their access, and previews a share before it happens", async () => {
    const to = (email: string) => ({
      actions: ["chat"],
      collectionIds: [bridge],
      shareTo: [],
      shareToEmails: [email],
    });
    const invite = async (email: string) =>
      (await ada.api.request("POST", "/v1/share-collections", { body: { ...to(email), actions: ["chat"] } }))
        .data.newUsers[0]?.publicToken ?? "";
    const at = { params: { collectionID: bridge } };
    const token = await invite(emailOf("administration-dan"));
    const accessOf = async () =>
      (await data(ada, "GET /v1/collection-access/{collectionID}", at)).records.map(
        ({ email, accessType }: any) => `${email} ${accessType}`,
      );
    expect(await accessOf()).toContain(`${emailOf("administration-dan")} invitation`);
    expect(await code(cy, "GET /v1/claim-token/{token}", { params: { token } })).toBe("not_found");
    expect(await code(ada, "DELETE /v1/claim-token/{token}", { params: { token } })).toBe("ok");
    const dan = await signUp(service, "administration-dan");
    expect(await code(dan, "POST /v1/claim-token/{token}", { params: { token } })).toBe("not_found");

    const preview = (await ada.api.call("POST", "/v1/share-collections?dryRun=true", to(cy.email))).body;
    expect(JSON.stringify(preview)).toContain("administration-cy");
    expect(await code(cy, "GET /v1/collections/{collectionID}/access", at)).toBe("not_found");
    await share(ada, bridge, cy, ["chat"]);
    const why = await data(ada, "GET /v1/collections/{collectionID}/access", {
      ...at,
      query: { userId: cy.workspace.userId },
    });
    expect(why.grants).toMatchObject([{ action: "chat", collectionLabel: "Bridge", isInherited: false }]);
    const rights = { body: { collectionId: bridge, userId: cy.workspace.userId, actions: [] } };
    expect(
      await code(ada, "POST /v1/modify-collection-permissions", { ...rights, query: { dryRun: "true" } }),
    ).toBe("ok");
    expect((await data(cy, "GET /v1/collections/{collectionID}/access", at)).actions).toContain("chat");
    const move = { collectionId: bridge, parentCollectionId: archive };
    expect((await ada.api.call("POST", `/v1/collection/${bridge}/move?dryRun=true`, move)).body.code).toBe(
      "ok",
    );
    expect((await ada.api.call("GET", `/v1/collections/${bridge}`)).body.data).toMatchObject({
      path: { length: 2 },
    });
  });

  test("a webhook receives events until its owner deletes it", async () => {
    const receiver = {
      name: "Nobody is there",
      url: "http://127.0.0.1:9/",
      events: ["asset.ready"],
      collectionIds: [archive],
    };
    const { webhookId, secret } = await data(ada, "POST /v1/webhooks", {
      body: { organizationId, ...receiver },
    });
    const params = { webhookId };
    expect((await data(ada, "POST /v1/webhooks/{webhookId}/rotate", { params })).secret).not.toBe(secret);
    const since = new Date().toISOString();
    expect(await code(ada, "POST /v1/webhooks/{webhookId}/replay", { params, body: { since } })).toBe("ok");
    expect(await data(ada, "GET /v1/webhooks/{webhookId}/deliveries", { params })).toMatchObject({
      records: [],
    });
    expect(await code(cy, "GET /v1/webhooks/{webhookId}/deliveries", { params })).toBe("not_found");
    expect(await code(ada, "DELETE /v1/webhooks/{webhookId}", { params })).toBe("ok");
    expect((await data(ada, "GET /v1/webhooks", { query: { organizationId } })).webhooks).toEqual([]);
  });

  test("an archive moves the data into an empty organization, and its citations hold", async () => {
    const authorization = `Bearer ${ada.api.token}`;
    const exported = await fetch(`${service.url}/v1/organizations/${organizationId}/export`, {
      headers: { authorization },
    });
    const di = await signUp(service, "administration-di");
    const into = di.workspace.organizationContext.organizationId;
    const body = { organizationId: into, assetIds: [await uploadArchive(di, await exported.blob())] };
    expect(await code(cy, "POST /v1/import", { body })).toBe("not_found");
    const { importId } = await data(di, "POST /v1/import", { body });
    const look = async () => await data(di, "GET /v1/imports/{importID}", { params: { importID: importId } });
    await expect.poll(async () => (await look()).state, WAIT).toBe("done");
    expect((await look()).counts).toMatchObject({ assets: 1, threads: 1 });
    const recent = await data(di, "GET /v1/navigate/recent/threads");
    const { threadId } = recent.result.entities[0].data;
    const read = await getThread(di.api, threadId);
    const citations = Object.keys(read.knowledgeProvenance.citations);
    expect(citations.length).toBeGreaterThan(0);
    for (const citationId of citations) {
      const params = { threadID: threadId, citationId };
      expect(await data(di, "GET /v1/threads/{threadID}/citations/{citationId}", { params })).toMatchObject({
        state: "valid",
      });
    }
    expect((await data(di, "POST /v1/search", { body: { query: "Portland stone" } })).passages).toHaveLength(
      1,
    );
  });

  test("a user who left may come back; operators repair the service and read client diagnostics", async () => {
    expect(await data(cy, "DELETE /v1/users/self")).toMatchObject({ lifecycleState: "deleted" });
    expect(await code(cy, "GET /v1/api-keys")).toBe("permission_denied");
    expect(await data(cy, "POST /v1/users/self/restore")).toMatchObject({
      lifecycleState: "active",
      restorableUntil: null,
    });
    const ops = await service.serviceToken(["ops"]);
    expect(await calls.data(ops, "POST /ops/heal-missing-user-snapshots")).toMatchObject({ Errors: [] });
    expect(await calls.data(ops, "GET /ops/repair-missing-user-data")).toMatchObject({ Errors: [] });
    const { diagnosticID } = await data(cy, "POST /v1/diagnostics", {
      body: { message: "The map stays white.", context: { zoom: 3 } },
    });
    const { url } = await calls.data(ops, "GET /ops/diagnostics/{diagnosticID}", {
      params: { diagnosticID },
    });
    expect(await (await fetch(url)).text()).toContain("The map stays white.");
  });

  test("the service accepts keys for the models that its operator lists, and here lists none", async () => {
    const at = { params: { organizationId } };
    const listed = "GET /v1/organizations/{organizationId}/model-keys";
    expect(await data(ada, listed, at)).toEqual({ models: [] });
    expect(await code(cy, listed, at)).toBe("not_found");
    const body = { model: "mine", key: "a-key-that-nothing-takes" };
    expect(await code(ada, "PUT /v1/organizations/{organizationId}/model-keys", { ...at, body })).toBe(
      "invalid_argument",
    );
    const none = { ...at, query: { model: "mine" } };
    expect(await code(ada, "DELETE /v1/organizations/{organizationId}/model-keys", none)).toBe("not_found");
  });

  test("the steps above call every operation of administration beyond the contract", () => {
    expect(ADMINISTRATION_OPERATIONS.filter((operation) => !calls.used.has(operation))).toEqual([]);
  });
});
