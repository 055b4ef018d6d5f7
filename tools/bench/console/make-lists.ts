import { createClient } from "../../../client/src/index.ts";
import {
  createCollection,
  createThread,
  uploadFile,
  waitUntilReady,
} from "../../../scripts/demo/workspace.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";
import { userToken } from "../../../scripts/lib/user-token.ts";
import type { Script } from "../../../test/support/fixtures/chat-scripts.ts";

export const EMAIL = "ada@example.com";
const READY_TIMEOUT_MS = 120_000;
const FACTS = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "The harbour master of Brackwater keeps a log of all arrivals.",
  "The harbour has berths for sixty fishing boats.",
  "Coal came to the harbour by a narrow railway.",
];
const LINES = 400;
const LINE_PAUSE_MS = 10;

/** Cites each fact; with "lines" in the question it also writes a long list, line by line. */
export const writeFacts: Script = async ({ question, say, pause, numberOf }) => {
  for (const fact of FACTS) await say(`${fact} [${numberOf(fact.slice(4, 30))}] `);
  if (!question.includes("lines")) return;
  for (let line = 1; line <= LINES; line += 1) {
    await say(`\n- Line ${line}`);
    await pause(LINE_PAUSE_MS);
  }
};

/** The records to which the benchmark adds copies. */
export interface Lists {
  readonly threadId: string;
  readonly pileId: string;
}

/** A thread with three answers, a collection with one document, and a tree. @param nodes of the tree */
export async function makeLists(origin: string, stateFolder: string, nodes: number): Promise<Lists> {
  const token = await userToken(await localSecrets(stateFolder), { email: EMAIL });
  const client = createClient({ origin, token });
  const workspace = await client.signIn({ email: EMAIL });
  const pileId = await createCollection(client, workspace.personalId, "Pile");
  const bytes = Uint8Array.from(new TextEncoder().encode(`${FACTS.join("\n\n")}\n`));
  const file = { name: "Document 00001.txt", contentType: "text/plain", bytes };
  const assetId = await uploadFile(client, workspace, pileId, file);
  await waitUntilReady(client, assetId, READY_TIMEOUT_MS);
  const threadId = await createThread(client, workspace, pileId);
  for (const question of ["When did it open?", "Who keeps a log?", "How did coal come?"])
    await client.ask(threadId, `${question} Tell me about the harbour of Brackwater`);
  const folders = [await createCollection(client, workspace.personalId, "Folders")];
  while (folders.length < nodes) {
    const parent = folders[Math.floor((folders.length - 1) / 10)] ?? "";
    folders.push(await createCollection(client, parent, `Folder ${folders.length}`));
  }
  return { threadId, pileId };
}
