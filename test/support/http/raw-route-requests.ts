import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { newId } from "../../../src/domain/ids.ts";
import { upload } from "./assets.ts";
import type { World } from "../contract/world.ts";
import { addEndedCrawl, STREAM } from "../rows/crawls.ts";
import { testEnv } from "../setup/env.ts";
import { exportPath, readExport } from "./exports.ts";
import { addWaitingAsset, findWaiting, putArtifact, sendUpdate, startJob } from "./processor-update.ts";
import { uploadInParts } from "./multipart.ts";
import { call, type CallOptions, type CallResult, rawCall } from "./call.ts";
import { callTool, sendMcp } from "./mcp.ts";
import { type Person } from "./person.ts";
import { makeLink, openEvents } from "./threads.ts";

export type SendRequests = (world: World) => Promise<unknown>;

export async function ok(answer: Promise<Response | CallResult<any>>): Promise<any> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function get(person: Person, path: string, options: CallOptions = {}): Promise<any> {
  return await ok(call("GET", path, { token: person.token, ...options }));
}

/** A request to each route that is not an operation, by route id. */
export const RAW_ROUTE_REQUESTS: Readonly<Record<string, SendRequests>> = {
  putAssetContent: async ({ owner, folderId }) => await upload(owner, folderId, "Some text."),
  putMultipartPart: async ({ owner, folderId }) => await uploadInParts(owner, folderId, new Uint8Array(10)),
  getAssetContent: async ({ owner, assetId }) => {
    const { data } = await get(owner, `/v1/assets/${assetId}`);
    await ok(rawCall("GET", data.signedURL));
  },
  getAssetText: async ({ owner, assetId }) => {
    const current = await rawCall("GET", `/v1/assets/${assetId}/text`, { token: owner.token });
    const version = current.headers.get("etag")?.replaceAll('"', "") ?? "";
    await ok(rawCall("GET", `/v1/assets/${assetId}/text?version=${version}`, { token: owner.token }));
  },
  getAssetArtifact: async ({ owner, assetId }) => {
    for (const kind of ["markdown", "html"])
      await ok(rawCall("GET", `/v1/assets/${assetId}/artifacts/${kind}`, { token: owner.token }));
  },
  putAssetArtifact: async ({ owner }) => {
    const assetId = await addWaitingAsset(owner);
    const { artifactURLs, signedSourceURL } = await findWaiting(assetId);
    await ok(rawCall("GET", signedSourceURL));
    const jobId = await startJob(assetId);
    await ok(
      putArtifact(artifactURLs.transcription, "Good evening.", {
        "content-type": "text/plain; charset=utf-8",
      }),
    );
    await ok(sendUpdate(assetId, jobId, { status: "completed", statusCode: 200 }));
  },
  startSignIn: async () => await rawCall("GET", "/session/start"),
  finishSignIn: async () => await rawCall("GET", "/session/callback"),
  openThreadEvents: async ({ owner, threadId }) => {
    const { publicToken, tokenId } = await makeLink(owner, threadId);
    const guest = await openEvents(threadId, { publicAccessToken: publicToken });
    const member = await openEvents(threadId, { since: "0" }, { authorization: `Bearer ${owner.token}` });
    member.socket.send(JSON.stringify({ textV1: { messageId: newId("msg"), parts: ["A remark."] } }));
    member.socket.send(
      JSON.stringify({
        promptV2: { messageId: newId("msg"), prompt: "Who wrote the brass lantern's ledger?" },
      }),
    );
    await member.until((frames) => frames.some((frame) => frame.textV1?.isDone === true));
    await ok(call("DELETE", `/v1/threads/${threadId}/share/${tokenId}`, { token: owner.token }));
    await guest.closed;
    member.socket.close();
  },
  completeChat: async ({ owner, folderId }) => {
    const chat = async (...questions: string[]) => {
      const messages = questions.map((content) => ({ role: "user", content }));
      await ok(
        rawCall("POST", "/v1/chat/completions", {
          token: owner.token,
          body: { model: `collection:${folderId}`, messages },
        }),
      );
    };
    await chat("Who wrote the ledger?");
    await chat("Who wrote the ledger?", "And when?");
    const messages = [{ role: "user", content: "Who wrote the ledger?" }];
    await ok(
      rawCall("POST", "/v1/chat/completions", {
        token: owner.token,
        body: { model: "workspace", messages, stream: true },
      }),
    );
  },
  createResponse: async ({ owner, folderId }) => {
    const respond = async (more: object): Promise<Response> => {
      const body = { model: `collection:${folderId}`, input: "Who wrote the ledger?", ...more };
      return await rawCall("POST", "/v1/responses", { token: owner.token, body });
    };
    const { id } = await (await respond({})).json<{ id: string }>();
    await ok(respond({ previous_response_id: id, input: [{ role: "user", content: "And when?" }] }));
    await ok(respond({ model: "workspace", stream: true }));
  },
  serveMcp: async ({ owner: { token }, folderId, assetId, threadId }) => {
    const tools = {
      search: { query: "brass lantern" },
      fetch: { id: assetId },
      ask: { question: "Who wrote the ledger?", threadId },
    };
    const others = { list_collections: {}, list_assets: { collectionId: folderId } };
    const adding = { add_text: { collectionId: folderId, name: "more.md", text: "More." } };
    for (const [name, input] of Object.entries({ ...tools, ...others, ...adding })) {
      const { code, text } = await callTool(name, input, { token });
      if (code !== "ok") throw new Error(text);
    }
    await sendMcp("resources/list", {}, { token });
    await sendMcp("resources/read", { uri: `knowledge://asset/${assetId}` }, { token });
  },
  getLiveness: async () => await ok(rawCall("GET", "/live")),
  getReadiness: async () => await ok(rawCall("GET", "/ready")),
  getMetrics: async () =>
    await ok(rawCall("GET", "/ops/metrics", { token: serviceSecret(testEnv.TEST_SECRETS, ["ops"]) })),
  getProtectedResource: async () => await ok(rawCall("GET", "/.well-known/oauth-protected-resource")),
  getProtectedResourceOfMcp: async () =>
    await ok(rawCall("GET", "/.well-known/oauth-protected-resource/mcp")),
  openCrawlEvents: async ({ owner, folderId }) => {
    const path = `/v1/collections/${await addEndedCrawl(owner, folderId)}/crawl/events`;
    await ok(rawCall("GET", path, { token: owner.token, headers: STREAM }));
  },
  listChatModels: async ({ owner }) => await ok(rawCall("GET", "/v1/models", { token: owner.token })),
  getChatModel: async ({ owner, folderId, threadId }) => {
    for (const model of ["workspace", `collection:${folderId}`, `thread:${threadId}`]) {
      await ok(rawCall("GET", `/v1/models/${model}`, { token: owner.token }));
    }
  },
  exportOrganization: async ({ owner, threadId }) => {
    await readExport(owner, exportPath(owner.organizationId));
    await readExport(owner, exportPath(owner.organizationId, threadId));
  },
  exportUser: async ({ owner, threadId }) => {
    await readExport(owner, "/v1/users/self/export");
    await readExport(owner, `/v1/users/self/export?after=${threadId}`);
  },
  getOpenApiDocument: async () => await ok(rawCall("GET", "/openapi.json")),
  getHome: async () => await ok(rawCall("GET", "/")),
  getReferencePage: async () => await ok(rawCall("GET", "/reference")),
};
