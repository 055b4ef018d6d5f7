/** The choice of the key for a language model, over real HTTP on both sides. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { idFromBytes } from "../../client/src/index.ts";
import { newId } from "../../src/domain/ids.ts";
import { type ChatServer, startChatServer, WRONG_KEY } from "../support/fixtures/chat-server.ts";
import { addReadyFile, type RemoteUser, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const OPERATORS = "sk-of-the-operator-0000";
const OWN = "sk-of-an-organization-WXYZ";
const QUESTION = "When did the harbour of Brackwater open?";

let server: ChatServer;
let service: Service;
beforeAll(async () => {
  server = await startChatServer();
  const model = (id: string, fields: object) => ({
    id,
    provider: "openai",
    url: server.urlOf("paraphrase"),
    model: id,
    contextWindow: 8_192,
    ...fields,
  });
  const models = [model("shared", { key: "operator" }), model("needing", { organizationKeys: "needed" })];
  service = await startTestService({
    vars: { MODELS: JSON.stringify(models), MODEL_KEYS: JSON.stringify({ operator: OPERATORS }) },
  });
});
afterAll(() => server.close());

async function newcomer(name: string): Promise<RemoteUser> {
  const user = await signUp(service, name);
  await addReadyFile(
    user,
    user.workspace.personalId,
    textFile("harbour.txt", "The harbour of Brackwater opened in 1871 after nine years of work.\n"),
  );
  return user;
}

interface Answered {
  /** The model that wrote the answer, and the models that failed. */
  readonly by: string;
  readonly passedOver: readonly { readonly model: string; readonly reason: string }[];
  /** The models and keys of the requests to the provider. */
  readonly asked: readonly string[];
}

/** @param model the requested model; without it the service's default */
async function ask(user: RemoteUser, model?: string): Promise<Answered> {
  const threadID = await startThread(user, user.workspace.personalId);
  const messageId = newId("msg");
  const body = {
    threadId: threadID,
    messageId,
    messageKind: "promptV2" as const,
    recipients: [],
    messageContent: QUESTION,
  };
  let before = server.asked.length;
  let { messages } = (
    await user.api.request("POST", "/v1/threads/{threadID}/messages", { params: { threadID }, body })
  ).data;
  if (model !== undefined) {
    before = server.asked.length;
    const messageID = idFromBytes("msg", messages.at(-2)!.id);
    const again = { params: { threadID, messageID }, query: { model } };
    ({ messages } = (
      await user.api.request("POST", "/v1/threads/{threadID}/messages/{messageID}/answer", again)
    ).data);
  }
  const { processedByModel, passedOver } = messages.at(-1)!;
  const asked = server.asked
    .slice(before)
    .map(({ body: { model: name }, headers }) => `${String(name)} ${headers.authorization}`);
  return { by: processedByModel, passedOver, asked: [...new Set(asked)] };
}

const PATH = "/v1/organizations/{organizationId}/model-keys";

async function give({ api, workspace }: RemoteUser, model: string, key: string): Promise<void> {
  const params = { organizationId: workspace.organizationContext.organizationId };
  await api.request("PUT", PATH, { params, body: { model, key } });
}

test("an organization's key replaces the operator's for that organization alone, until it is deleted", async () => {
  const [ada, bob] = [await newcomer("ada"), await newcomer("bob")];
  await give(ada, "shared", OWN);
  const byOwn = { by: "shared", passedOver: [], asked: [`shared Bearer ${OWN}`] };
  const byOperators = { ...byOwn, asked: [`shared Bearer ${OPERATORS}`] };
  expect(await ask(ada)).toEqual(byOwn);
  expect(await ask(bob)).toEqual(byOperators);
  const params = { organizationId: ada.workspace.organizationContext.organizationId };
  await ada.api.request("DELETE", PATH, { params, query: { model: "shared" } });
  expect(await ask(ada)).toEqual(byOperators);
});

test("a model that requires an organization's key writes with that key, and otherwise reports the missing key when named", async () => {
  const ada = await newcomer("ada-needing");
  const without = await ask(ada, "needing");
  expect(without).toEqual({
    by: "shared",
    passedOver: [{ model: "needing", reason: "needs_key" }],
    asked: [`shared Bearer ${OPERATORS}`],
  });
  await give(ada, "needing", OWN);
  expect(await ask(ada, "needing")).toEqual({
    by: "needing",
    passedOver: [],
    asked: [`needing Bearer ${OWN}`],
  });
});

test("only owners see that a provider rejects their key; nobody else is affected, and the operator's key does not replace it", async () => {
  const [ada, bob] = [await newcomer("ada-refused"), await newcomer("bob-refused")];
  await give(ada, "shared", WRONG_KEY);
  const refused = {
    by: "extractive",
    passedOver: [{ model: "shared", reason: "key_refused" }],
    asked: [`shared Bearer ${WRONG_KEY}`],
  };
  for (let time = 0; time < 3; time += 1) expect(await ask(ada)).toEqual(refused);
  // The service skips it with this key, and asks it with others.
  expect(await ask(ada)).toMatchObject({ by: "extractive", asked: [] });
  expect(await ask(bob)).toMatchObject({
    by: "shared",
    passedOver: [],
    asked: [`shared Bearer ${OPERATORS}`],
  });
  const params = { organizationId: ada.workspace.organizationContext.organizationId };
  const { models } = (await ada.api.request("GET", PATH, { params })).data;
  expect(models[0]).toMatchObject({
    model: "shared",
    key: { ending: "1234", refusedAt: expect.any(String) },
  });
  await give(ada, "shared", OWN);
  expect(await ask(ada)).toMatchObject({ by: "shared", passedOver: [], asked: [`shared Bearer ${OWN}`] });
  expect(JSON.stringify(service.output)).not.toMatch(/sk-(?:of|that)/);
});
