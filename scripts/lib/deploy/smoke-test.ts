import { decodeJwt } from "jose";
import { setTimeout as pause } from "node:timers/promises";
import {
  ApiError,
  createClient,
  FrameRefused,
  idFromBytes,
  type KnowledgeClient,
  newId,
  type Workspace,
} from "../../../client/src/index.ts";
import { Failure, firstLine } from "../failure.ts";

const FACT = "The lighthouse of Skerry Point burned whale oil until 1871.";
const QUESTION = "What did the lighthouse of Skerry Point burn?";
const FILE = "smoke-test.txt";
const TIMEOUT_MS = 120_000;
/** The longest JSON body has 1 MiB, and the longest file a billion bytes. */
const TOO_LONG_TEXT = "x".repeat(1024 * 1024 + 1);
const TOO_LARGE_FILE = 1_000_000_001;

export interface SmokeTest {
  /** Origin of the service. */
  readonly address: string;
  /** Bearer token of a person; null runs only the steps that need none. */
  readonly token: string | null;
  /** How long the service may take until it answers for the first time. */
  readonly firstTimeoutMs: number;
  readonly say: (line: string) => void;
}

/**
 * Uses a running service as people do, and provokes the errors that depend on its database: a sign-in, a file, a
 * question over a socket, conflicts, a dry run, and what is too large. It deletes what it made.
 * @throws Failure for the first step that goes wrong
 */
export async function smokeTest({ address, token, firstTimeoutMs, say }: SmokeTest): Promise<void> {
  const origin = new URL(address).origin;
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      const result = await withTimeout(work());
      say(`ok      ${name}`);
      return result;
    } catch (error) {
      say(`FAILED  ${name}`);
      throw new Failure(`The smoke test failed: ${name}: ${firstLine(error)}`);
    }
  };
  await untilAnswered(`${origin}/status`, firstTimeoutMs);
  await step("the service answers", async () => await expectStatus(`${origin}/status`, 200));
  await step("the console loads", async () => await expectStatus(`${origin}/`, 200));
  await step(
    "nobody reads without a token",
    async () => await expectStatus(`${origin}/v1/users/self/collection-tree`, 401),
  );
  if (token === null) {
    say("left out: all other steps, because KNOWLEDGE_TOKEN holds no token of a person");
    return;
  }
  const client = createClient({ origin, token });
  const workspace = await step(
    "five sign-ins at once make one account",
    async () => await signInAtOnce(client, emailOf(token)),
  );
  const collectionId = await step("a new collection", async () => await newCollection(client, workspace));
  try {
    await withCollection({ client, workspace, collectionId, step });
  } finally {
    await step("a dry run of a deletion changes nothing, and the deletion does", async () => {
      const params = { collectionID: collectionId };
      const body = { collectionIds: [collectionId] };
      await client.request("DELETE", "/v1/collections", { query: { dryRun: "true" }, body });
      await client.request("GET", "/v1/collections/{collectionID}", { params });
      await client.request("DELETE", "/v1/collections", { body });
      await expectError("not_found", client.request("GET", "/v1/collections/{collectionID}", { params }));
    });
  }
}

interface Place {
  readonly client: KnowledgeClient;
  readonly workspace: Workspace;
  readonly collectionId: string;
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

async function withCollection(place: Place): Promise<void> {
  const { client, workspace, collectionId, step } = place;
  const { organizationContext } = workspace;
  await step("a file becomes readable", async () => {
    const blob = new Blob([`${FACT}\n`], { type: "text/plain" });
    const [uploaded] = await client.uploadFiles(collectionId, [{ name: FILE, blob }]);
    if (uploaded?.state !== "ready") throw new Error(`it is ${uploaded?.state ?? "missing"}`);
  });
  const threadId = await step("a new thread", async () => {
    const body = { assetIds: [], collectionId, collectionIds: [], label: "", organizationContext };
    return idFromBytes("thread", (await client.request("POST", "/v1/threads", { body })).data.threadId);
  });
  await step(
    "a question over a socket gets an answer that cites the file, and a message id is used once",
    async () => await askAndSend(client, threadId),
  );
  await step("of two changes of one revision, the second is a conflict", async () => {
    const { etag } = (
      await client.request("GET", "/v1/collections/{collectionID}", {
        params: { collectionID: collectionId },
      })
    ).data;
    const headers = { "if-match": `"${etag}"` };
    await rename(client, collectionId, "Smoke test, renamed", headers);
    await expectError("aborted", rename(client, collectionId, "Smoke test, renamed twice", headers));
  });
  await step("a body and a file that are too large are refused", async () => {
    await expectError("invalid_argument", rename(client, collectionId, TOO_LONG_TEXT));
    const body = {
      collectionID: collectionId,
      contentType: "text/plain",
      creationMethod: "upload",
      organizationContext,
      originalFileName: FILE,
      size: TOO_LARGE_FILE,
    } as const;
    await expectError("invalid_argument", client.request("POST", "/v1/assets", { body }));
  });
}

async function askAndSend(client: KnowledgeClient, threadId: string): Promise<void> {
  const thread = client.openThread(threadId);
  try {
    const final = await thread.ask(QUESTION).answer.final;
    if (final.citations[0]?.quote !== FACT) throw new Error(`it answers ${JSON.stringify(final.text)}`);
    const messageId = newId("msg");
    await thread.send({ textV1: { messageId, parts: ["First"] } });
    await expectError("already_exists", thread.send({ textV1: { messageId, parts: ["Second"] } }));
  } finally {
    thread.close();
  }
}

async function rename(
  client: KnowledgeClient,
  collectionId: string,
  label: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const params = { collectionID: collectionId };
  const body = { collectionId, label };
  await client.request("POST", "/v1/collection/{collectionID}/attributes", { params, body, headers });
}

function emailOf(token: string): string {
  const { email } = decodeJwt(token);
  if (typeof email !== "string") throw new Error("the token has no claim `email`");
  return email;
}

async function signInAtOnce(client: KnowledgeClient, email: string): Promise<Workspace> {
  const all = await Promise.all(Array.from({ length: 5 }, async () => await client.signIn({ email })));
  const [first] = all;
  if (first === undefined || all.some(({ userId }) => userId !== first.userId))
    throw new Error("the sign-ins made several accounts");
  return first;
}

async function newCollection(client: KnowledgeClient, { personalId }: Workspace): Promise<string> {
  const input = { params: { parentCollectionID: personalId }, body: { label: "Smoke test" } };
  const { data } = await client.request("POST", "/v1/collection/{parentCollectionID}", input);
  return idFromBytes("col", data.id);
}

async function untilAnswered(address: string, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(5_000)) {
    const isThere = await fetch(address).then(
      async ({ ok, body }) => {
        await body?.cancel();
        return ok;
      },
      () => false,
    );
    if (isThere) return;
  }
}

async function expectStatus(address: string, status: number): Promise<void> {
  const response = await fetch(address, { redirect: "manual" });
  await response.body?.cancel();
  if (response.status !== status) throw new Error(`${address} answers ${response.status}, not ${status}`);
}

async function expectError(code: string, call: Promise<unknown>): Promise<void> {
  const outcome = await call.then(
    () => "ok",
    (error: unknown) => {
      if (error instanceof ApiError || error instanceof FrameRefused) return error.code;
      throw error;
    },
  );
  if (outcome !== code) throw new Error(`the service answers ${outcome}, not ${code}`);
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no result for ${TIMEOUT_MS / 1_000} s`)), TIMEOUT_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
