import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

const MUSEUM =
  "The Marlow Lifeboat Museum was opened by Ellen Truscott in 1987. Ellen Truscott retired in 2004. Entry to the museum is free.";

async function enhance(person: Person, prompt: string, threadId?: string) {
  const { status, body, trips } = await call("POST", "/v1/prompts/enhance", {
    token: person.token,
    body: { prompt, threadId },
  });
  return { status, code: body.code, trips, ...body.data };
}

test("the service adds the context of a follow-up, and also suggests the original prompt", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, MUSEUM);
  const thread = await startThread(ada, ada.personalId);
  await sendMessage(ada, thread, "Who opened the lifeboat museum?");
  const before = await call("GET", `/v1/threads/${thread}`, { token: ada.token });
  expect(await enhance(ada, "When did she retire?", thread)).toMatchObject({
    status: 200,
    code: "ok",
    prompt: "Who opened the lifeboat museum? When did she retire?",
    suggestions: ["When did she retire?"],
    trips: 1,
  });
  const after = await call("GET", `/v1/threads/${thread}`, { token: ada.token });
  expect(after.body.data).toEqual(before.body.data);
});

test("a prompt without a thread and a complete prompt stay unchanged", async () => {
  const ada = await signUp();
  const thread = await startThread(ada, ada.personalId);
  await sendMessage(ada, thread, "Who opened the lifeboat museum?");
  for (const [prompt, threadId] of [
    ["When did she retire?", undefined],
    ["Which granite was used for the viaduct?", thread],
    ["Thanks!", thread],
  ] as const)
    expect(await enhance(ada, prompt, threadId)).toMatchObject({ status: 200, prompt, suggestions: [] });
});

test("a thread that the caller may not read returns not_found", async () => {
  const ada = await signUp();
  const thread = await startThread(ada, ada.personalId);
  expect(await enhance(await signUp("bob"), "Hello there?", thread)).toMatchObject({
    status: 404,
    code: "not_found",
  });
});
