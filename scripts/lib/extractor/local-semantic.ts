import type { Request } from "miniflare";
import { PATHS } from "../../../src/semantic/protocol.ts";
import { builtWorker } from "../built-worker.ts";
import { Response } from "../miniflare.ts";
import { SEMANTIC_CONFIG, SEMANTIC_FILES } from "../project.ts";
import { readCompatibility } from "../worker-options.ts";
import { type ExtractorCode, ExtractorProcess } from "./extractor-process.ts";

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
  readonly stop: () => Promise<void>;
}

/**
 * The Worker that knows what words mean, as one process beside the service: what it computes holds up nobody else. One that ended is
 * started again when it is asked.
 * @param isOn otherwise nothing is started
 */
export async function startSemantic(isOn: boolean): Promise<LocalSemantic> {
  if (!isOn) return { answer: async () => await Promise.resolve(new Response(null, { status: UNAVAILABLE })), stop: async () => {} };
  const code: ExtractorCode = {
    modules: await builtWorker(SEMANTIC_CONFIG),
    files: SEMANTIC_FILES,
    ...(await readCompatibility(SEMANTIC_CONFIG)),
  };
  const start = async (): Promise<ExtractorProcess> => await ExtractorProcess.start(code, NO_NETWORK);
  let running = start();
  void warmUp(running);
  const answer = async (request: Request): Promise<Response> => {
    const known = running;
    const started = await known.catch(() => null);
    // Of several that ask at once, the first starts it again.
    if (started?.isAlive !== true && running === known) running = start();
    try {
      const process = await running;
      const { body, status } = await process.ask(new URL(request.url).pathname, new Headers(), request.body as ReadableStream | null);
      return new Response(body as never, { status });
    } catch {
      return new Response(null, { status: UNAVAILABLE });
    }
  };
  return { answer, stop: async () => (await running.catch(() => null))?.kill() };
}

/** The first question should not wait for the weights. */
async function warmUp(running: Promise<ExtractorProcess>): Promise<void> {
  try {
    const process = await running;
    for (const [path, order] of WARM_UP) {
      const { body } = await process.ask(path, new Headers(), new Blob([JSON.stringify(order)]).stream());
      await body?.cancel();
    }
  } catch {
    // The first question will tell.
  }
}
