import { OWNER_HEADER } from "../../../src/ingestion/extraction/sandbox-client.ts";
import { SEMANTIC_PATHS } from "../../../src/semantic/protocol.ts";
import { builtWorker } from "../built-worker.ts";
import { type Request, Response } from "../miniflare.ts";
import { SEMANTIC_CONFIG, SEMANTIC_FILES } from "../project.ts";
import { readCompatibility } from "../worker-options.ts";
import { type SandboxCode, SandboxProcess } from "./sandbox-process.ts";
import { ProcessPool } from "./process-pool.ts";
import { readWholeBody } from "./read-whole-body.ts";

const MIB = 1024 * 1024;
/**
 * One request is half a second of work, or some seconds on a busy machine. Weights and arrays take 120 to 200
 * MiB and stay. A process that grew further is replaced between two requests, which takes a second.
 */
const LIMITS = {
  cpuMs: 20_000,
  wallMs: 60_000,
  memoryBytes: 512 * MIB,
  keptMemoryBytes: 320 * MIB,
  idleMs: Infinity,
};
/** A request waits no longer than its caller (`semantic-client.ts`), and no organization fills the queue. */
const WORDS_QUEUE = { maxWaitMs: 2_000, maxWaiting: 256, maxWaitingPerOwner: 32 };
const SENTENCES_QUEUE = { maxWaitMs: 20_000, maxWaiting: 256, maxWaitingPerOwner: 32 };
/** Denies every address. */
const NO_NETWORK = { allow: ["public"], deny: ["0.0.0.0/0", "::/0"] };
const UNAVAILABLE = 503;
const WARM_UP = [
  [SEMANTIC_PATHS.words, { words: ["warm"], limit: 1 }],
  [SEMANTIC_PATHS.sentences, { sentences: ["It is warm."] }],
] as const;

export interface LocalSemantic {
  /** The binding `SEMANTIC_MODEL` on this machine. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Stops the process; the next question starts it again. */
  readonly stop: () => void;
}

/**
 * Runs the semantic Worker as two watched and limited processes. One looks words up, the other encodes
 * sentences, so a question's words never wait for a document. Organizations take turns in each.
 * @param isOn false starts nothing
 */
export async function startSemantic(isOn: boolean): Promise<LocalSemantic> {
  if (!isOn)
    return {
      answer: readWholeBody(async () => await Promise.resolve(new Response(null, { status: UNAVAILABLE }))),
      stop: () => {},
    };
  const code: SandboxCode = {
    modules: await builtWorker(SEMANTIC_CONFIG),
    files: SEMANTIC_FILES,
    ...(await readCompatibility(SEMANTIC_CONFIG)),
  };
  const start = async (): Promise<SandboxProcess> => await SandboxProcess.start(code, NO_NETWORK);
  const words = new ProcessPool({ ...LIMITS, queueLimits: WORDS_QUEUE, processes: 1, start });
  const sentences = new ProcessPool({ ...LIMITS, queueLimits: SENTENCES_QUEUE, processes: 1, start });
  const poolOf = (path: string): ProcessPool => (path === SEMANTIC_PATHS.sentences ? sentences : words);
  // Loads the weights before the first question.
  for (const [path, order] of WARM_UP) void warmUp(poolOf(path), path, order);
  const answer = readWholeBody(async (request) => {
    const { pathname } = new URL(request.url);
    const owner = request.headers.get(OWNER_HEADER) ?? "";
    const { body, status } = await poolOf(pathname).handle(
      pathname,
      owner,
      new Headers(),
      request.body as ReadableStream | null,
    );
    return new Response(body as never, { status });
  });
  const stop = (): void => {
    for (const pool of [words, sentences]) pool.stop();
  };
  return { answer, stop };
}

async function warmUp(pool: ProcessPool, path: string, order: unknown): Promise<void> {
  const { body } = await pool.handle(path, "", new Headers(), new Blob([JSON.stringify(order)]).stream());
  await body?.cancel();
}
