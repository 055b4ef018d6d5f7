import * as fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { rawRoutes } from "../../../src/http/operations.ts";
import { type Malformed, malformedRequest, type Sound } from "../../support/contract/malformed.ts";
import { coveredOperations, requestOf, tokenOf } from "../../support/contract/send.ts";
import { createWorld, contextOf, type World } from "../../support/contract/world.ts";
import { addEndedCrawl, STREAM } from "../../support/rows/crawls.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { scaled } from "../../support/setup/scaled.ts";

const REQUESTS = scaled({ whole: 6_000, share: 2_000 });
const MIN_COUNTS = scaled({ whole: { operation: 25, status: 20 }, share: { operation: 1, status: 1 } });
const AT_ONCE = 12;
const ENVELOPE = ["code", "data", "details", "done", "eventKey", "message"];

let world: World;
const printed: string[] = [];
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation((...parts) => void printed.push(parts.join(" ")));
  world = await createWorld();
});

async function soundRequests(): Promise<Sound[]> {
  const ofOperations: Sound[] = [];
  for (const operation of coveredOperations) {
    const { params = {}, query = {}, body } = await requestOf(operation, world);
    const token = tokenOf(operation, world);
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { ...type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    ofOperations.push({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      params,
      query,
      headers,
      body,
    });
  }
  const uploading = await newUpload();
  const reading = (await call("getAsset", { token: world.owner.token, params: { assetID: world.assetId } }))
    .body.data.signedURL as string;
  const bearer = { authorization: `Bearer ${world.owner.token}` };
  const raw: Record<string, Partial<Sound>> = {
    putAssetContent: { ...partsOf(uploading), headers: { "content-type": "text/plain" }, body: "bytes" },
    putMultipartPart: {
      params: { ...partsOf(uploading).params, number: "1" },
      query: partsOf(uploading).query,
      body: "bytes",
    },
    getAssetContent: partsOf(reading),
    putAssetArtifact: {
      params: { ...partsOf(uploading).params, kind: "markdown" },
      query: partsOf(uploading).query,
      body: "bytes",
    },
    getAssetArtifact: { params: { assetID: world.assetId, kind: "html" }, headers: bearer },
    getAssetText: { params: { assetID: world.assetId }, headers: bearer },
    openThreadEvents: { params: { threadID: world.threadId }, headers: { ...bearer, upgrade: "websocket" } },
    openCrawlEvents: {
      params: { collectionID: await addEndedCrawl(world.owner, world.folderId) },
      headers: { ...bearer, ...STREAM },
    },
    completeChat: {
      headers: { ...bearer, "content-type": "application/json" },
      body: { model: "workspace", messages: [{ role: "user", content: "Who wrote the ledger?" }] },
    },
    createResponse: {
      headers: { ...bearer, "content-type": "application/json" },
      body: { model: "workspace", input: "Who wrote the ledger?" },
    },
    listChatModels: { headers: bearer },
    getChatModel: { params: { model: `collection:${world.folderId}` }, headers: bearer },
    exportOrganization: { params: { organizationId: world.owner.organizationId }, headers: bearer },
    exportUser: { headers: bearer },
    serveMcp: {
      headers: {
        ...bearer,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search", arguments: { query: "ledger" } },
      },
    },
    getProtectedResource: {},
    getProtectedResourceOfMcp: {},
    getLiveness: {},
    getReadiness: {},
    getMetrics: { headers: { authorization: `Bearer ${serviceSecret(testEnv.TEST_SECRETS, ["ops"])}` } },
    getOpenApiDocument: {},
    getHome: {},
    getReferencePage: {},
    startSignIn: { query: { to: "/" } },
    finishSignIn: { query: { code: "x", state: "x" } },
  };
  const ofRoutes = rawRoutes.map(({ id, method, path }): Sound => {
    const known = raw[id];
    if (known === undefined) throw new Error(`The route ${id} has no sound request.`);
    return { id, method, path, params: {}, query: {}, headers: {}, body: undefined, ...known };
  });
  return [...ofOperations, ...ofRoutes];
}

async function newUpload(): Promise<string> {
  const { owner, folderId } = world;
  const kept = { contentType: "text/plain", creationMethod: "upload", originalFileName: "more.txt" };
  const body = { ...kept, collectionID: folderId, organizationContext: contextOf(owner) };
  return (await call("POST", "/v1/assets", { token: owner.token, body })).body.data.signedURL;
}

function partsOf(signedUrl: string): Pick<Sound, "params" | "query"> {
  const { pathname, searchParams } = new URL(signedUrl);
  return { params: { assetID: pathname.split("/")[3] ?? "" }, query: Object.fromEntries(searchParams) };
}

/** Routes whose successful responses have no envelope. */
const bare = [...rawRoutes, ...coveredOperations.filter(({ envelope }) => !envelope)];

interface Seen {
  readonly status: number;
  /** The problem with the response; null if the response is correct. */
  readonly wrong: string | null;
}

async function look({ id, method, target, headers, bytes }: Malformed): Promise<Seen> {
  const response = await rawCall(method, target, { headers, ...(bytes === null ? {} : { bytes }) });
  const { status } = response;
  response.webSocket?.accept();
  response.webSocket?.close(1000);
  const text = await response.text();
  if (status >= 500) return { status, wrong: `${status} ${text}` };
  const isRaw = bare.some((route) => route.id === id) && status < 400;
  if (isRaw || status === 304 || method === "HEAD") return { status, wrong: null };
  const speaksOtherwise = rawRoutes.some((route) => route.id === id && route.errorBody !== undefined);
  if (speaksOtherwise && CHAT_ERROR.test(text)) return { status, wrong: null };
  if (id === "serveMcp" && MESSAGE_ERROR.test(text)) return { status, wrong: null };
  return { status, wrong: envelopeFault(text, status) };
}

const MESSAGE_ERROR = /^\{"jsonrpc":"2\.0",.*"error":\{"code":-\d+,"message":".+/s;
/** A wrong method returns the envelope on these routes too. */
const CHAT_ERROR =
  /^\{"error":\{"message":".+","type":"\w+","param":.+,"code":"\w+","operation_id":"op_\w+"\}\}$/s;

function envelopeFault(text: string, status: number): string | null {
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    const isWhole =
      Object.keys(body).toSorted().join() === ENVELOPE.join() && typeof body["message"] === "string";
    return isWhole && (body["code"] === "ok") === (status === 200)
      ? null
      : `no envelope: ${text.slice(0, 300)}`;
  } catch {
    return `no JSON: ${text.slice(0, 300)}`;
  }
}

test(
  `${REQUESTS} malformed requests each get an envelope, and none a 5xx`,
  { timeout: 120_000 },
  async () => {
    const requests = fc.sample(malformedRequest(await soundRequests()), { numRuns: REQUESTS });
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    const asked = new Map<string, number>();
    const rest = requests.entries();
    const work = async (): Promise<void> => {
      for (const [index, request] of rest) {
        const { status, wrong } = await look(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        asked.set(request.id, (asked.get(request.id) ?? 0) + 1);
        if (wrong !== null)
          faults.push(
            `#${index} ${request.method} ${request.target.slice(0, 200)} ${bodyText(request)}: ${wrong}`,
          );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(faults).toEqual([]);
    expect(printed.filter((line) => line.includes('"route"'))).toEqual([]);
    const seldom = [...coveredOperations, ...rawRoutes].filter(
      ({ id }) => (asked.get(id) ?? 0) < MIN_COUNTS.operation,
    );
    expect(seldom.map(({ id }) => id)).toEqual([]);
    expect(
      [200, 400, 401, 404, 405, 415].filter((status) => (statuses.get(status) ?? 0) < MIN_COUNTS.status),
    ).toEqual([]);
    expect(
      (await call("getThread", { token: world.owner.token, params: { threadID: world.threadId } })).status,
    ).toBe(200);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  },
);

function bodyText({ bytes }: Malformed): string {
  return bytes === null ? "" : new TextDecoder().decode(bytes.slice(0, 300));
}
