import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const MUSEUM =
  "The Marlow Lifeboat Museum was opened by Ellen Truscott in 1987. Ellen Truscott retired in 2004. Entry to the museum is free.";

async function enhance(person: Person, prompt: string, threadId?: string) {
  const { status, body, trips } = await call("POST", "/v1/prompts/enhance", {
    token: person.token,
    body: { prompt, threadId },
  });
  return { status, code: body.code, trips, ...body.data };
}

test("the service corrects a misspelled word from the documents, and also suggests the original prompt", async () => {
  const ada = await signUp();
  await addReadyAsset(
    ada,
    ada.personalId,
    "The viaduct over the Mole was built of granite. Granite endures.",
  );
  const prompt = "Which graniet was used for the Viadcut?";
  expect(await enhance(ada, prompt)).toEqual({
    status: 200,
    code: "ok",
    trips: 2,
    // A capitalized word after the beginning may be a name, so the prompt keeps it, and a suggestion contains
    // the correction.
    prompt: "Which granite was used for the Viadcut?",
    suggestions: ["Which granite was used for the Viaduct?", prompt],
  });
});

test("a prompt keeps correct words: words of the documents, words of the language, and unknown words", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, "The cats sleep on the deck. Der Hafen schließt um zehn.");
  for (const prompt of [
    "Where do the cats sleep?",
    "Where do the bats sleep?",
    "Is there a zyxwvut?",
    "Wann öffnet das Museum?",
    "Thanks!",
  ]) {
    expect(await enhance(ada, prompt)).toMatchObject({ status: 200, prompt, suggestions: [] });
  }
});

test("the service neither suggests nor reveals a word of a document that the caller may not read", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const open = await createCollection(ada, ada.rootId, "Open");
  await share(ada, open, bob, ["read"]);
  await addReadyAsset(ada, open, "The harbour of Brenkelen freezes in winter.");
  await addReadyAsset(ada, ada.personalId, "The project Quorvian is secret, and so is brenkelem.");
  const prompt = "What is quorvain?";
  expect(await enhance(ada, prompt)).toMatchObject({ prompt: "What is Quorvian?" });
  expect(await enhance(bob, prompt)).toMatchObject({ prompt, suggestions: [] });
  // Another document contains the word, but this caller cannot read that document.
  expect(await enhance(bob, "Where is brenkelem?")).toMatchObject({ prompt: "Where is Brenkelen?" });
  expect(await enhance(ada, "Where is brenkelem?")).toMatchObject({
    prompt: "Where is brenkelem?",
    suggestions: [],
  });
});

test("the service rewrites a follow-up question as the answer would understand it", async () => {
  const ada = await signUp();
  await addReadyAsset(ada, ada.personalId, MUSEUM);
  const thread = await startThread(ada, ada.personalId);
  await sendMessage(ada, thread, "Who opened the lifeboat museum?");
  const before = await call("GET", `/v1/threads/${thread}`, { token: ada.token });
  expect(await enhance(ada, "When did she retrie?", thread)).toMatchObject({
    prompt:
      "Who opened the lifeboat museum? (The Marlow Lifeboat Museum, Ellen Truscott) When did she retrie?",
    suggestions: [],
  });
  expect(await enhance(ada, "And the museumm?", thread)).toMatchObject({
    prompt: "Who opened the lifeboat museum? And the museum?",
    suggestions: ["Who opened the lifeboat museum? And the museumm?"],
  });
  expect(await enhance(ada, "When did she retire?")).toMatchObject({
    prompt: "When did she retire?",
    suggestions: [],
    trips: 1,
  });
  const after = await call("GET", `/v1/threads/${thread}`, { token: ada.token });
  expect(after.body.data).toEqual(before.body.data);
});

test("a thread that the caller may not read returns not_found", async () => {
  const ada = await signUp();
  const thread = await startThread(ada, ada.personalId);
  expect(await enhance(await signUp("bob"), "Hello there?", thread)).toMatchObject({
    status: 404,
    code: "not_found",
  });
});
