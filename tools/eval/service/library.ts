import { createClient, type KnowledgeClient, type Workspace } from "../../../client/src/index.ts";
import { fetchWithTimeout } from "../../../scripts/demo/fetch-with-timeout.ts";
import {
  createCollection,
  uploadFile,
  type UploadInput,
  waitUntilReady,
} from "../../../scripts/demo/workspace.ts";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { userToken } from "../../../scripts/lib/user-token.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";
import type { SourceDocument } from "../data/data-set.ts";
import { inParallel } from "./in-parallel.ts";

const BATCH = 100;
const READY_TIMEOUT_MS = 180_000;
/** Long enough for a large set, which takes hours on a slow machine. */
const TOKEN_SECONDS = 48 * 3_600;
const EXTENSIONS: Readonly<Record<string, string>> = {
  "text/plain": ".txt",
  "text/markdown": ".md",
  "text/html": ".html",
  "text/csv": ".csv",
  "application/pdf": ".pdf",
};

/** An organization with documents and an index of its own, and its asker. */
export interface Library {
  readonly client: KnowledgeClient;
  readonly workspace: Workspace;
  readonly collectionId: string;
  /** Ids within the set by the service's ids. */
  readonly documents: ReadonlyMap<string, string>;
  /** Rejected documents, with the service's reason. */
  readonly unusable: readonly string[];
}

export interface LibraryInput {
  readonly origin: string;
  readonly stateFolder: string;
  /** Name of the account; each has its own organization. */
  readonly owner: string;
  readonly documents: readonly SourceDocument[];
  readonly atOnce: number;
  readonly onBatch: (done: number, total: number) => void;
}

/** Uploads documents in batches; the next batch starts when the previous one is ready. */
export async function fillLibrary({
  origin,
  stateFolder,
  owner,
  documents,
  atOnce,
  onBatch,
}: LibraryInput): Promise<Library> {
  const email = `${owner}@example.com`;
  const token = await userToken(await localSecrets(stateFolder), { email, expiresInSeconds: TOKEN_SECONDS });
  const client = createClient({ origin, token, fetch: fetchWithTimeout });
  const workspace = await client.signIn({ email });
  const collectionId = await createCollection(client, workspace.personalId, "Evaluation");
  const known = new Map<string, string>();
  const unusable: string[] = [];
  const add = async (document: SourceDocument): Promise<void> => {
    try {
      const assetId = await uploadFile(client, workspace, collectionId, await fileOf(document));
      await waitUntilReady(client, assetId, READY_TIMEOUT_MS);
      known.set(assetId, document.id);
    } catch (error) {
      unusable.push(`${document.id}: ${firstLine(error)}`);
    }
  };
  for (let done = 0; done < documents.length; done += BATCH) {
    await inParallel(documents.slice(done, done + BATCH), atOnce, add);
    onBatch(Math.min(done + BATCH, documents.length), documents.length);
  }
  if (known.size === 0) throw new Failure(`No document is usable: ${unusable[0] ?? "there is none"}.`);
  return { client, workspace, collectionId, documents: known, unusable };
}

/** Names the document by its title, or by its id. */
async function fileOf({ id, title, contentType, read }: SourceDocument): Promise<UploadInput> {
  const name = (title || id).replaceAll(/[/\\\p{Cc}]/gu, " ").slice(0, 200);
  const extension = EXTENSIONS[contentType] ?? "";
  return {
    name: name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`,
    contentType,
    bytes: await read(),
  };
}
