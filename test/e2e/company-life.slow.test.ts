/**
 * A small company's documents and threads over real HTTP. Each step continues from the one before. These
 * steps and those of its administration call every operation beyond the contract.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { createCollection, postQuestion } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  signUp,
  startThread,
  textFile,
} from "../support/http/remote-user.ts";
import {
  ADMINISTRATION_OPERATIONS,
  EXTENSION_OPERATIONS,
  type ExtensionOperation,
} from "../support/http/extension-operations.ts";
import { CompanyCalls } from "../support/http/company-calls.ts";
import { followEvents } from "../support/http/event-reader.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const PIERS = "The viaduct over the Mole stands on nine piers of Portland stone.";
const QUESTION = "How many piers does the viaduct over the Mole stand on?";
const AUDITED =
  "updateAsset linkAssets askAgain chooseAnswer shareThread tombstoneAssets restoreThreads deleteCollections".split(
    " ",
  );
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
let question: string;
type Parts = Parameters<CompanyCalls["call"]>[2];
const code = async ({ api }: RemoteUser, operation: ExtensionOperation, parts: Parts = {}): Promise<string> =>
  (await calls.call(api.token, operation, parts)).code;
const data = async ({ api }: RemoteUser, operation: ExtensionOperation, parts: Parts = {}): Promise<any> =>
  await calls.data(api.token, operation, parts);
const inThread = () => ({ threadID: thread, messageID: question });

beforeAll(async () => {
  ada = await signUp(service, "life-ada");
  cy = await signUp(service, "life-cy");
  organizationId = ada.workspace.organizationContext.organizationId;
  bridge = await createCollection(ada.api, ada.workspace.rootId, "Brigde");
  archive = await createCollection(ada.api, ada.workspace.rootId, "Archive");
  plan = await addReadyFile(ada, bridge, textFile("plan.txt", `${PIERS}\n`));
  thread = await startThread(ada, bridge);
  const { messages } = await postQuestion(ada.api, thread, QUESTION);
  question = idFromBytes("msg", messages.find(({ content }) => content === QUESTION)?.id ?? []);
});

describe("a company's documents over time", () => {
  test("the owner renames items and finds them by the new names", async () => {
    const label = "Bridge";
    expect(
      (
        await data(ada, "POST /v1/collection/{collectionID}/attributes", {
          params: { collectionID: bridge },
          body: { collectionId: bridge, label, description: "", icon: "" },
        })
      ).label,
    ).toBe(label);
    const displayName = "Plan of the viaduct.txt";
    expect(
      (
        await data(ada, "POST /v1/assets/{assetID}/attributes", {
          params: { assetID: plan },
          body: { assetId: plan, displayName },
        })
      ).displayName,
    ).toBe(displayName);
    expect(
      (
        await data(ada, "POST /v1/threads/{threadID}/attributes", {
          params: { threadID: thread },
          body: { threadId: thread, label: "Piers" },
        })
      ).label,
    ).toBe("Piers");
    const pagination = { Limit: 10, Offset: 0, Sort: [] };
    const search = {
      matchName: "VIADUCT",
      filterByCollections: [bridge],
      filterByContentType: [],
      lifecycleStates: [],
      pagination,
    };
    expect(
      (await data(ada, "POST /v1/assets/search", { body: search })).result.entities.map(
        (each: any) => each.data.id,
      ),
    ).toEqual([plan]);
    expect(await code(cy, "POST /v1/assets/search", { body: search })).toBe("not_found");
    expect(
      (await data(ada, "POST /v1/search", { body: { query: "Portland stone" } })).passages[0],
    ).toMatchObject({
      assetId: plan,
      displayName,
    });
    expect(
      (await data(ada, "GET /v1/navigate/recent/threads")).result.entities.map(
        (each: any) => each.data.label,
      ),
    ).toContain("Piers");
    expect((await data(ada, "POST /v1/devices")).deviceID).toMatch(/^device_/);
    expect(Object.keys(await data(ada, "GET /v1/_/gen/records")).length).toBeGreaterThan(5);
  });

  test("the owner links an asset into a second collection, and unlinks it", async () => {
    const at = { params: { collectionID: archive } };
    const assets = { ...at, body: { collectionId: archive, assetIds: [plan], flags: [] } };
    const threads = { ...at, body: { collectionId: archive, threadIds: [thread], flags: [] } };
    expect(await data(ada, "POST /v1/collections/{collectionID}/assets", assets)).toMatchObject([
      { assetId: plan },
    ]);
    expect(await data(ada, "POST /v1/collections/{collectionID}/threads", threads)).toMatchObject([
      { threadId: thread },
    ]);
    const listed = async () =>
      (await data(ada, "GET /v1/collection/{collectionID}/threads", at)).result.entities.length;
    expect(await listed()).toBe(1);
    expect(
      await code(ada, "DELETE /v1/collections/{collectionID}/threads", {
        ...at,
        body: { threadIds: [thread] },
      }),
    ).toBe("ok");
    expect(
      await code(ada, "DELETE /v1/collections/{collectionID}/assets", { ...at, body: { assetIds: [plan] } }),
    ).toBe("ok");
    expect(await listed()).toBe(0);
  });

  test("users verify, repeat, choose, rate and stop answers, and all clients receive each step, also without sockets", async () => {
    await share(ada, bridge, cy, ["chat"]);
    const { knowledgeProvenance } = (await ada.api.call("GET", `/v1/threads/${thread}`)).body.data as any;
    const [citationId = ""] = Object.keys(knowledgeProvenance.citations);
    expect(
      await data(cy, "GET /v1/threads/{threadID}/citations/{citationId}", {
        params: { threadID: thread, citationId },
      }),
    ).toMatchObject({ state: "valid", quote: PIERS });
    const reader = await followEvents(service.url, thread, cy.api.token, {
      query: "?presence=true",
      headers: { "last-event-id": "0" },
    });
    calls.used.add("GET /v1/threads/{threadID}/events");
    await reader.until(
      ({ frames }) =>
        frames.some(({ presence }) => presence !== undefined) && frames.some(({ textV1 }) => textV1?.isDone),
    );
    expect(
      await code(ada, "POST /v1/threads/{threadID}/messages/{messageID}/answer", {
        params: inThread(),
        body: {},
      }),
    ).toBe("ok");
    await reader.until(({ frames }) => frames.filter(({ textV1 }) => textV1?.isDone).length >= 2);
    const { lastId } = reader;
    reader.leave();
    const { records } = await data(cy, "GET /v1/threads/{threadID}/messages/{messageID}/answers", {
      params: inThread(),
    });
    expect(records.map(({ isShown }: { isShown: boolean }) => isShown)).toEqual([false, true]);
    const answerId = records[0].message.id;
    expect(
      await code(ada, "POST /v1/threads/{threadID}/messages/{messageID}/answer/choose", {
        params: inThread(),
        body: { answerId },
      }),
    ).toBe("ok");
    expect(
      await data(cy, "POST /v1/threads/{threadID}/messages/{messageID}/answer/feedback", {
        params: inThread(),
        body: { rating: "good", word: "Nine it is." },
      }),
    ).toMatchObject({ rating: "good" });
    expect(
      JSON.stringify(
        await data(ada, "GET /v1/organizations/{organizationId}/feedback", { params: { organizationId } }),
      ),
    ).toContain("Nine it is.");
    expect(
      await calls.call(ada.api.token, "DELETE /v1/threads/{threadID}/messages/{messageID}/answer", {
        params: inThread(),
      }),
    ).toMatchObject({ code: "ok", eventKey: "" });
    const again = await followEvents(service.url, thread, cy.api.token, {
      headers: { "last-event-id": lastId },
    });
    await again.until(({ frames }) => frames.length > 0);
    again.leave();
    expect(
      await data(cy, "POST /v1/prompts/enhance", {
        body: { prompt: "Who built the viaduct?", threadId: thread },
      }),
    ).toMatchObject({
      prompt: "Who built the viaduct?",
    });
  });

  test("the owner creates and revokes a public link", async () => {
    const body = { threadId: thread, messageId: null, shareMethod: "link", shareTo: [] };
    const { address, tokenId } = await data(ada, "POST /v1/threads/{threadID}/share", {
      params: { threadID: thread },
      body,
    });
    expect((await fetch(address)).status).toBe(200);
    expect(
      await code(ada, "DELETE /v1/threads/{threadID}/share/{tokenId}", {
        params: { threadID: thread, tokenId },
      }),
    ).toBe("ok");
    expect((await fetch(address)).status).toBe(404);
  });

  test("the service sends a removed user the reason on their stream, and disconnects them", async () => {
    const reader = await followEvents(service.url, thread, cy.api.token);
    const body = { collectionId: bridge, userId: cy.workspace.userId, actions: [] };
    expect(await code(ada, "POST /v1/modify-collection-permissions", { body })).toBe("ok");
    expect(await reader.ended).toBe("end");
    expect(reader.frames.at(-1)).toMatchObject({ error: { code: "permission_denied" } });
  });

  test("deleted items disappear immediately, and a restore brings them back unchanged", async () => {
    const found = async () =>
      (await data(ada, "POST /v1/search", { body: { query: "Portland stone" } })).passages.length;
    const thereIs = async () => (await ada.api.call("GET", `/v1/threads/${thread}`)).body.code;
    expect({ found: await found(), thereIs: await thereIs() }).toEqual({ found: 1, thereIs: "ok" });
    expect(await code(ada, "DELETE /v1/assets/tombstone", { body: { assetIds: [plan] } })).toBe("ok");
    expect(await code(ada, "DELETE /v1/threads/tombstone", { body: { threadIds: [thread] } })).toBe("ok");
    expect({ found: await found(), thereIs: await thereIs() }).toEqual({ found: 0, thereIs: "not_found" });
    const pagination = { Limit: 10, Offset: 0, Sort: [] };
    const deleted = {
      matchName: "plan",
      filterByCollections: [],
      filterByContentType: [],
      lifecycleStates: ["deleted"],
      pagination,
    };
    expect(
      (await data(ada, "POST /v1/assets/search", { body: deleted })).result.entities.map(
        (each: any) => each.data.id,
      ),
    ).toEqual([plan]);
    expect(await code(ada, "POST /v1/threads/restore", { body: { threadIds: [thread] } })).toBe("ok");
    expect(await code(ada, "POST /v1/assets/restore", { body: { assetIds: [plan] } })).toBe("ok");
    await expect.poll(async () => [await found(), await thereIs()], WAIT).toEqual([1, "ok"]);
  });

  test("a purge leaves a receipt and nothing else", async () => {
    const plans = await data(ada, "DELETE /v1/collections", {
      body: { collectionIds: [bridge] },
      query: { dryRun: "true" },
    });
    expect(plans).toMatchObject({ goes: { collections: 1, threads: 1, assets: 1 } });
    const { deletionId } = await data(ada, "DELETE /v1/collections", { body: { collectionIds: [bridge] } });
    const params = { deletionID: deletionId };
    await expect
      .poll(
        async () => (await calls.call(ada.api.token, "GET /v1/deletions/{deletionID}", { params })).done,
        WAIT,
      )
      .toBe(true);
    expect(await data(ada, "GET /v1/deletions/{deletionID}/check", { params })).toMatchObject({ left: [] });
    expect(await code(cy, "GET /v1/deletions/{deletionID}", { params })).toBe("not_found");
    const of = { params: { organizationId } };
    const { records } = await data(ada, "GET /v1/organizations/{organizationId}/events", {
      ...of,
      query: { limit: "200" },
    });
    const used = await data(ada, "GET /v1/organizations/{organizationId}/usage", {
      ...of,
      query: { by: "operation" },
    });
    expect([used.total.questions > 0, used.total.bytes > PIERS.length]).toEqual([true, true]);
    const operations = new Set(records.map(({ operation }: { operation: string }) => operation));
    expect(AUDITED.filter((each) => !operations.has(each))).toEqual([]);
  }, 120_000);

  test("the steps above call every operation beyond the contract", () => {
    const others = new Set(ADMINISTRATION_OPERATIONS);
    expect(
      EXTENSION_OPERATIONS.filter((operation) => !others.has(operation) && !calls.used.has(operation)),
    ).toEqual([]);
  });
});
