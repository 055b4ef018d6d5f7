import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import type { Operation, ExpectedResult, Audience } from "../../../src/http/operation.ts";
import type { RawRoute } from "../../../src/http/register.ts";
import { testEnv } from "../setup/env.ts";
import { addWaitingAsset, findWaiting } from "../http/processor-update.ts";
import { exportPath } from "../http/exports.ts";
import { callTool } from "../http/mcp.ts";
import { addEndedCrawl, STREAM } from "../rows/crawls.ts";
import { call, rawCall } from "../http/call.ts";
import { newAddress } from "../http/invite.ts";
import { begin, register } from "../http/multipart.ts";
import type { Person } from "../http/person.ts";
import { openEvents } from "../http/threads.ts";
import type { ContractRequest } from "./contract-case.ts";
import { requestOf, tokenOf, urlOf } from "./send.ts";
import { contextOf, type World } from "./world.ts";

export type Code = ExpectedResult | "unauthenticated";

/** A caller's credentials and role. */
export interface Caller {
  readonly kind:
    | "nobody"
    | "forged"
    | "guest"
    | "late guest"
    | "stranger"
    | "revoked"
    | "suspended"
    | "reader"
    | "service";
  readonly email?: string;
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Told {
  readonly code: string;
  /** Headers and body. */
  readonly text: string;
}

/** A request that succeeds for its owner, for others to send. */
export interface Subject {
  /** `signed`: the URL is the credential, and this one has a corrupted signature. */
  readonly audience: Audience | "socket" | "signed";
  readonly reader: ExpectedResult;
  readonly stranger: ExpectedResult;
  send(caller: Caller): Promise<Told>;
  /** Whether the same request succeeds for its intended caller. */
  succeeds(): Promise<boolean>;
}

export async function shownBy(response: Response): Promise<Told> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const told = (isJson ? JSON.parse(text) : {}) as { code?: string; error?: { code?: string } };
  const isDone = response.ok || response.headers.has("location");
  const code = told.code ?? told.error?.code ?? (isDone ? "ok" : "none");
  return { code, text: JSON.stringify([...response.headers]) + text };
}

export async function subjectOf(operation: Operation, world: World): Promise<Subject> {
  const { method } = operation;
  const { reader, stranger } = operation.contract;
  const request = await requestOf(operation, world);
  const ask = async (
    { body, headers = {}, ...rest }: ContractRequest,
    { token, query = {} }: Omit<Caller, "kind">,
  ): Promise<Told> =>
    await shownBy(
      await rawCall(method, urlOf(operation, { ...rest, query: { ...rest.query, ...query } }), {
        token,
        body,
        headers,
      }),
    );
  return {
    audience: operation.audience,
    reader,
    stranger,
    async send(caller) {
      const { email, token } = caller;
      // Each caller tries operations about the caller's own account on that account, and sign-ins with an own
      // link.
      const isSignIn = operation.audience === "anyone";
      const isOwn = isSignIn || (stranger === "ok" && email !== undefined && token !== undefined);
      const own = { email: email ?? newAddress("visitor"), token: token ?? "" };
      return await ask(isOwn ? await requestOf(operation, world, own) : request, caller);
    },
    succeeds: async () => {
      const token = tokenOf(operation, world);
      return (await ask(request, token === undefined ? {} : { token })).code === "ok";
    },
  };
}

const READ = { reader: "ok", stranger: "not_found" } as const;

/** A signed URL with a corrupted signature. The intact URL succeeds. */
function signedSubject(method: string, url: string): Subject {
  const bytes = new TextEncoder().encode("Some text.");
  const sent =
    method === "PUT"
      ? { bytes, headers: { "content-length": String(bytes.length), "content-type": "text/plain" } }
      : {};
  const ask = async (target: URL, token?: string): Promise<Told> =>
    await shownBy(await rawCall(method, target.href, { ...sent, token }));
  return {
    ...READ,
    audience: "signed",
    async send({ token, query = {} }) {
      const spoilt = new URL(url);
      const [header = "", payload = "", signature = ""] = (spoilt.searchParams.get("token") ?? "").split(".");
      const params = {
        ...query,
        token: `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      };
      for (const [name, value] of Object.entries(params)) spoilt.searchParams.set(name, value);
      return await ask(spoilt, token);
    },
    succeeds: async () => (await ask(new URL(url))).code === "ok",
  };
}

const CODE_OF_CLOSE: Readonly<Record<number, Code>> = {
  4401: "unauthenticated",
  4403: "permission_denied",
  4404: "not_found",
};

async function listen({ threadId }: World, { token, query = {} }: Omit<Caller, "kind">): Promise<Told> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { socket, frames, until, closed } = await openEvents(threadId, { since: "0", ...query }, headers);
  const closeCode = await Promise.race([
    closed,
    until((seen) => seen.some(({ error }) => error === undefined)).then(() => null),
  ]);
  if (closeCode === null) socket.close();
  return {
    code: closeCode === null ? "ok" : (CODE_OF_CLOSE[closeCode] ?? String(closeCode)),
    text: JSON.stringify(frames),
  };
}

export const get = async (path: string, { token, query = {} }: Omit<Caller, "kind">): Promise<Told> =>
  await shownBy(await rawCall("GET", `${path}?${new URLSearchParams(query).toString()}`, { token }));

/** One subject for each route of bytes and sockets, except the public documents, which all work alike. */
/** A question at a route of OpenAI's API. */
function askingAt(owner: Person, path: string, body: object): Subject {
  const send = async ({ token, query = {} }: Omit<Caller, "kind">): Promise<Told> =>
    await shownBy(await rawCall("POST", `${path}?${new URLSearchParams(query).toString()}`, { token, body }));
  return {
    reader: "permission_denied",
    stranger: "not_found",
    audience: "user",
    send,
    succeeds: async () => (await send(owner)).code === "ok",
  };
}

const RAW_SUBJECTS: Readonly<Record<string, (world: World) => Promise<Subject>>> = {
  putAssetContent: async ({ owner, folderId }) => {
    const body = {
      collectionID: folderId,
      contentType: "text/plain",
      creationMethod: "upload",
      organizationContext: contextOf(owner),
    };
    const created = await call("POST", "/v1/assets", {
      token: owner.token,
      body: { ...body, originalFileName: "zephyr.txt" },
    });
    return signedSubject("PUT", created.body.data.signedURL);
  },
  putMultipartPart: async ({ owner, folderId }) => {
    const { assetId } = await register(owner, folderId);
    return signedSubject("PUT", (await begin(owner, assetId, "Some text.".length)).body.data.parts[0].url);
  },
  getAssetContent: async (world) => signedSubject("GET", await signedUrlOf(world.owner, world)),
  putAssetArtifact: async ({ owner }) =>
    signedSubject(
      "PUT",
      (await findWaiting(await addWaitingAsset(owner, "zephyr-talk.mp3"))).artifactURLs.transcription,
    ),
  getAssetText: async ({ owner, assetId }) => {
    const path = `/v1/assets/${assetId}/text`;
    const succeeds = async () => (await get(path, owner)).text.includes("brass lantern");
    return { ...READ, audience: "user", send: async (caller) => await get(path, caller), succeeds };
  },
  completeChat: async ({ owner, folderId }) =>
    askingAt(owner, "/v1/chat/completions", {
      model: `collection:${folderId}`,
      messages: [{ role: "user", content: "Who keeps the brass lantern?" }],
    }),
  createResponse: async ({ owner, folderId }) =>
    askingAt(owner, "/v1/responses", {
      model: `collection:${folderId}`,
      input: "Who keeps the brass lantern?",
    }),
  serveMcp: async ({ owner, assetId }) => {
    const send = async ({ token }: Omit<Caller, "kind">): Promise<Told> =>
      await callTool("fetch", { id: assetId }, { token });
    const succeeds = async () => (await send(owner)).text.includes("brass lantern");
    return { ...READ, audience: "user", send, succeeds };
  },
  listChatModels: async ({ owner, folderId }) => {
    const send = async (caller: Omit<Caller, "kind">): Promise<Told> => await get("/v1/models", caller);
    const succeeds = async () => (await send(owner)).text.includes(folderId);
    return { reader: "ok", stranger: "ok", audience: "user", send, succeeds };
  },
  getChatModel: async ({ owner, folderId }) => {
    const send = async (caller: Omit<Caller, "kind">): Promise<Told> =>
      await get(`/v1/models/collection:${folderId}`, caller);
    const succeeds = async () => (await send(owner)).text.includes(folderId);
    return { reader: "permission_denied", stranger: "not_found", audience: "user", send, succeeds };
  },
  getMetrics: async () => {
    const send = async (caller: Omit<Caller, "kind">): Promise<Told> => await get("/ops/metrics", caller);
    const succeeds = async () =>
      (await send({ token: serviceSecret(testEnv.TEST_SECRETS, ["ops"]) })).text.includes("knowledge_jobs");
    return {
      reader: "permission_denied",
      stranger: "permission_denied",
      audience: { service: "ops" },
      send,
      succeeds,
    };
  },
  exportOrganization: async ({ owner }) => {
    const path = exportPath(owner.organizationId);
    const succeeds = async () => (await get(path, owner)).text.includes("brass lantern");
    return {
      reader: "not_found",
      stranger: "not_found",
      audience: "user",
      send: async (caller) => await get(path, caller),
      succeeds,
    };
  },
  exportUser: async ({ owner }) => {
    const send = async (caller: Omit<Caller, "kind">): Promise<Told> =>
      await get("/v1/users/self/export", caller);
    const succeeds = async () => (await send(owner)).text.includes("brass lantern");
    return { reader: "ok", stranger: "ok", audience: "user", send, succeeds };
  },
  getAssetArtifact: async ({ owner, assetId }) => {
    const path = `/v1/assets/${assetId}/artifacts/html`;
    const succeeds = async () => (await get(path, owner)).text.includes("brass lantern");
    return { ...READ, audience: "user", send: async (caller) => await get(path, caller), succeeds };
  },
  openCrawlEvents: async ({ owner, folderId }) => {
    const path = `/v1/collections/${await addEndedCrawl(owner, folderId)}/crawl/events`;
    const send = async ({ token, query = {} }: Omit<Caller, "kind">): Promise<Told> =>
      await shownBy(
        await rawCall("GET", `${path}?${new URLSearchParams(query).toString()}`, { token, headers: STREAM }),
      );
    return {
      ...READ,
      audience: "user",
      send,
      succeeds: async () => (await send(owner)).text.includes("maxDepth"),
    };
  },
  openThreadEvents: async (world) => ({
    ...READ,
    audience: "socket",
    send: async (caller) => await listen(world, caller),
    succeeds: async () => (await listen(world, world.owner)).code === "ok",
  }),
};

/** @throws Error for a route without a known request for its protected resource */
export async function rawSubjectOf({ id, method, path, audience }: RawRoute, world: World): Promise<Subject> {
  const create = RAW_SUBJECTS[id];
  if (create !== undefined) return await create(world);
  if (method !== "GET" || audience !== "anyone" || path.includes("{"))
    throw new Error(`The route ${id} has no subject in this test.`);
  const send = async (caller: Omit<Caller, "kind">): Promise<Told> => await get(path, caller);
  return {
    reader: "ok",
    stranger: "ok",
    audience,
    send,
    succeeds: async () => (await send({})).code === "ok",
  };
}

export async function signedUrlOf({ token }: Pick<Person, "token">, { assetId }: World): Promise<string> {
  return (await call("GET", `/v1/assets/${assetId}`, { token })).body.data.signedURL;
}
