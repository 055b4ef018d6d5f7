/** What a page does with the client library; `client.test.ts` looks at what it reports. */
import { createClient } from "/client/index.js";

async function report() {
  const { origin, threadId, hiddenThreadId, questions, remark } = await (await fetch("/settings")).json();
  const client = createClient({
    origin,
    token: async () => (await fetch("/token")).text(),
    backoff: { baseMs: 50, maxMs: 1_000 },
  });
  const thread = client.openThread(threadId, { since: 0 });
  const frames = [];
  const listening = (async () => {
    for await (const frame of thread) frames.push(frame);
  })();
  await thread.opened;

  const answered = await ask(thread, questions[0]);
  await reached("answered");
  const sent = thread.send({ textV1: { parts: [remark] } });
  const asked = ask(thread, questions[1]);
  await reached("sent");
  const acknowledged = [answered.acknowledged, await sent];
  const answeredLater = await asked;

  const { data } = await client.request("GET", "/v1/threads/{threadID}", { params: { threadID: threadId } });
  const refused = await client.openThread(hiddenThreadId).closed;
  thread.close();
  await listening;
  return {
    frames,
    answers: [answered.text, answeredLater.text],
    acknowledged,
    contents: data.messages.map((each) => each.content),
    refused,
  };
}

async function ask(thread, question) {
  const { acknowledged, answer } = thread.ask(question);
  const parts = [];
  for await (const part of answer) parts.push(part);
  return { acknowledged: await acknowledged, text: parts.join("") };
}

/** Returns once the test has done what belongs to this step. */
async function reached(step) {
  await fetch(`/reached/${step}`, { method: "POST" });
}

const result = await report().catch((error) => ({ error: String(error?.stack ?? error) }));
await fetch("/report", { method: "POST", body: JSON.stringify(result) });
