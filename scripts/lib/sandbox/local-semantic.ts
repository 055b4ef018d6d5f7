import { OWNER_HEADER } from "../../../src/ingestion/reading/sandbox-client.ts";
import { PATHS } from "../../../src/semantic/protocol.ts";
import { builtWorker } from "../built-worker.ts";
import { type Request, Response } from "../miniflare.ts";
import { SEMANTIC_CONFIG, SEMANTIC_FILES } from "../project.ts";
import { readCompatibility } from "../worker-options.ts";
import { type SandboxCode, SandboxProcess } from "./sandbox-process.ts";
import { Lane } from "./lane.ts";
import { readWholeBody } from "./read-whole-body.ts";

const MIB = 1024 * 1024;
/**
 * One order is half a second of work, on a busy machine some seconds. Weights and arrays take 120 to 200 MiB, and stay: a process that has
 * grown further between two orders is replaced, which takes a second.
 */
const LIMITS = { cpuMs: 20_000, wallMs: 60_000, memoryBytes: 512 * MIB, keptMemoryBytes: 320 * MIB, idleMs: Infinity };
/** No order waits longer than its caller does (`ask-semantic.ts`), and no organization takes all room that there is to wait. */
const WORDS_PATIENCE = { maxWaitMs: 2_000, maxWaiting: 256, maxWaitingPerOwner: 32 };
const SENTENCES_PATIENCE = { maxWaitMs: 20_000, maxWaiting: 256, maxWaitingPerOwner: 32 };
/** Nothing at all can be reached. */
const NO_NETWORK = { allow: ["public"], deny: ["0.0.0.0/0", "::/0"] };
const UNAVAILABLE = 503;
const WARM_UP = [
  [PATHS.words, { words: ["warm"], limit: 1 }],
  [PATHS.sentences, { sentences: ["It is warm."] }],
] as const;

export interface LocalSemantic {
  /** What the binding `SEMANTIC_MODEL` does on this machine. */
  readonly answer: (request: Request) => Promise<Response>;
  /** The next question starts it again. */
  readonly stop: () => void;
}

/**
 * The Worker that knows what words mean, as two processes beside the service. Both are watched and bounded as those that read files are. One
 * looks words up, the other one encodes sentences: a question's words wait for no document. Organizations take turns in each.
 * @param isOn otherwise nothing is started
 */
export async function startSemantic(isOn: boolean): Promise<LocalSemantic> {
  if (!isOn)
    return { answer: readWholeBody(async () => await Promise.resolve(new Response(null, { status: UNAVAILABLE }))), stop: () => {} };
  const code: SandboxCode = {
    modules: await builtWorker(SEMANTIC_CONFIG),
    files: SEMANTIC_FILES,
    ...(await readCompatibility(SEMANTIC_CONFIG)),
  };
  const start = async (): Promise<SandboxProcess> => await SandboxProcess.start(code, NO_NETWORK);
  const words = new Lane({ ...LIMITS, patience: WORDS_PATIENCE, processes: 1, start });
  const sentences = new Lane({ ...LIMITS, patience: SENTENCES_PATIENCE, processes: 1, start });
  const laneOf = (path: string): Lane => (path === PATHS.sentences ? sentences : words);
  // The first question should not wait for the weights.
  for (const [path, order] of WARM_UP) void warmUp(laneOf(path), path, order);
  const answer = readWholeBody(async (request) => {
    const { pathname } = new URL(request.url);
    const owner = request.headers.get(OWNER_HEADER) ?? "";
    const { body, status } = await laneOf(pathname).answer(pathname, owner, new Headers(), request.body as ReadableStream | null);
    return new Response(body as never, { status });
  });
  const stop = (): void => {
    for (const lane of [words, sentences]) lane.stop();
  };
  return { answer, stop };
}

async function warmUp(lane: Lane, path: string, order: unknown): Promise<void> {
  const { body } = await lane.answer(path, "", new Headers(), new Blob([JSON.stringify(order)]).stream());
  await body?.cancel();
}
