import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type KnowledgeClient } from "../../../client/src/index.ts";
import {
  createCollection,
  createThread,
  getAsset,
  uploadFile,
  waitUntilReady,
} from "../../../scripts/demo/workspace.ts";
import { userToken } from "../../../scripts/lib/user-token.ts";
import { Failure } from "../../../scripts/lib/failure.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";

const FILE = "ripgrep-guide.md";
const READY_TIMEOUT_MS = 60_000;
const LOOK_MS = 200;

/**
 * Waits until the sentences are encoded too, because encoding continues after `ready` and would distort the
 * measurement. @throws Failure
 */
async function waitUntilEncoded(client: KnowledgeClient, assetId: string): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await pause(LOOK_MS)) {
    const { embeddings } = await getAsset(client, assetId);
    if (embeddings.every(({ state }) => state === "ready")) return;
  }
  throw new Failure(`The sentences of ${FILE} are not encoded after ${READY_TIMEOUT_MS / 1_000} s.`);
}

/** A collection with one ready document, and its asker. */
export interface Library {
  readonly origin: string;
  readonly reader: { readonly authorization: string };
  readonly collectionId: string;
  /** @returns the thread's id */
  readonly startThread: () => Promise<string>;
}

export async function makeLibrary(origin: string, stateFolder: string): Promise<Library> {
  const email = "ada@example.com";
  const token = await userToken(await localSecrets(stateFolder), { email });
  const client = createClient({ origin, token });
  const workspace = await client.signIn({ email });
  const collectionId = await createCollection(client, workspace.personalId, "Manuals");
  const bytes = new Uint8Array(await readFile(join(PROJECT_ROOT, "samples", FILE)));
  const assetId = await uploadFile(client, workspace, collectionId, {
    name: FILE,
    contentType: "text/markdown",
    bytes,
  });
  await waitUntilReady(client, assetId, READY_TIMEOUT_MS);
  await waitUntilEncoded(client, assetId);
  const startThread = async (): Promise<string> => await createThread(client, workspace, collectionId);
  return { origin, reader: { authorization: `Bearer ${token}` }, collectionId, startThread };
}
