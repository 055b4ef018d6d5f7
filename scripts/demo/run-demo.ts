import { ApiError, createClient, type KnowledgeClient, type Workspace } from "../../client/src/index.ts";
import { Failure } from "../lib/failure.ts";
import { printAnswer, type QuoteCount } from "./print-answer.ts";
import type { Document } from "./documents.ts";
import { fetchWithTimeout } from "./fetch-with-timeout.ts";
import { print, seconds } from "./print.ts";
import { QuoteCheck } from "./quote-check.ts";
import { type Question, questionAbout } from "./questions.ts";
import { type Asset, createCollection, createThread, uploadFile, waitUntilReady } from "./workspace.ts";

const PROCESSING_TIMEOUT_MS = 120_000;
const UPLOADS_AT_ONCE = 4;
/** Number of questions made from the files. */
const QUESTIONS = 20;
export const DEMO_EMAIL = "reader@example.com";

export interface DemoRun {
  readonly origin: string;
  readonly token: string;
  readonly documents: readonly Document[];
  /** If empty, the demo asks one question per document, made from its keywords. */
  readonly questions: readonly Question[];
}

/**
 * Runs the main job from sign-in to checked citations and prints each step. @throws Failure if a quote is not
 * in its source, or a step fails
 */
export async function runDemo({ origin, token, documents, questions }: DemoRun): Promise<void> {
  const client = createClient({ origin, token, fetch: fetchWithTimeout });
  const workspace = await client.signIn({ email: DEMO_EMAIL });
  print(`Signed in as ${DEMO_EMAIL}`);
  const collectionId = await createCollection(client, workspace.personalId, "Demo");
  const width = Math.max(...documents.map((document) => document.name.length));
  const tell = (name: string, words: string): void => print(`  ${name.padEnd(width)}  ${words}`);
  const uploaded: Uploaded[] = [];
  const waiting = [...documents];
  const uploader = async (): Promise<void> => {
    for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
      const done = await process(client, workspace, collectionId, document, tell);
      if (done !== null) uploaded.push(done);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, uploader));
  if (uploaded.length === 0) throw new Failure("None of the files can be used.");
  if (uploaded.length < documents.length)
    print(`${documents.length - uploaded.length} of ${documents.length} files cannot be used.`);

  const threadId = await createThread(client, workspace, collectionId);
  const connection = client.openThread(threadId);
  const check = new QuoteCheck(client, new Map(uploaded.map(({ assetId, document }) => [assetId, document])));
  const names = new Map(uploaded.map(({ assetId, document }) => [assetId, document.name]));
  const asked =
    questions.length > 0
      ? questions
      : uploaded.slice(0, QUESTIONS).map(({ asset }) => questionAbout(asset.keywords));
  let count: QuoteCount = { quotes: 0, faults: 0 };
  try {
    for (const question of asked) {
      const { quotes, faults } = await printAnswer({ client, connection, names, check }, question);
      count = { quotes: count.quotes + quotes, faults: count.faults + faults };
    }
  } finally {
    connection.close();
  }
  if (count.faults > 0)
    throw new Failure(`${count.faults} of ${count.quotes} quotes differ from their source.`);
  print(`\n${count.quotes} quotes: all match their source.`);
}

interface Uploaded {
  readonly assetId: string;
  readonly document: Document;
  readonly asset: Asset;
}

/** @returns null for an unusable file; its row names the reason */
async function process(
  client: KnowledgeClient,
  workspace: Workspace,
  collectionId: string,
  document: Document,
  tell: (name: string, words: string) => void,
): Promise<Uploaded | null> {
  const { name, bytes } = document;
  const startedAt = Date.now();
  let told = "";
  const tellOnce = (words: string): void => {
    if (words !== told) tell(name, words);
    told = words;
  };
  try {
    const assetId = await uploadFile(client, workspace, collectionId, document);
    tellOnce(`uploaded, ${Math.ceil(bytes.length / 1_000).toLocaleString("en")} kB`);
    const asset = await waitUntilReady(client, assetId, PROCESSING_TIMEOUT_MS, (seen) => {
      if (seen.lifecycleState !== "ready") tellOnce(seen.processingMessage || seen.lifecycleState);
    });
    tellOnce(
      `ready after ${seconds(startedAt)}: ${asset.textTokens.toLocaleString("en")} tokens of text; ${asset.keywords.slice(0, 3).join(", ")}`,
    );
    if (asset.processingMessage !== "") tellOnce(asset.processingMessage);
    const pending = asset.embeddings.find(({ state }) => state === "pending");
    if (pending !== undefined)
      tellOnce(
        pending.percent === 0
          ? "Semantic search is not ready yet."
          : `Semantic search is ${pending.percent} % ready.`,
      );
    return { assetId, document, asset };
  } catch (error) {
    if (!(error instanceof Failure || error instanceof ApiError)) throw error;
    tellOnce(error.message);
    return null;
  }
}
