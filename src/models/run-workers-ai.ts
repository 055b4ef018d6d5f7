import { workersAiFailure } from "./workers-ai-failure.ts";

/** The method of the `AI` binding that embeds and reads texts. */
export interface WorkersAi {
  run(
    model: string,
    input: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>;
}

type Failure = "slow" | "limited" | "refused" | "failed";

interface Call {
  readonly model: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly fail: (kind: Failure, message: string) => Error;
}

const MESSAGES = {
  slow: "The model of Workers AI did not answer in time.",
  limited: "Workers AI has no capacity for the model.",
  refused: "The model of Workers AI does not take these texts.",
  failed: "Workers AI did not run the model.",
} as const;

/**
 * Runs a model of Workers AI.
 * @param binding the `AI` binding; without it every call fails
 * @returns the untrusted response
 * @throws the error that `fail` makes
 */
export async function runWorkersAi(
  binding: WorkersAi | undefined,
  { model, input, timeoutMs, fail }: Call,
): Promise<unknown> {
  if (binding === undefined) throw fail("failed", "The binding AI is missing.");
  const late = new AbortController();
  // `AbortSignal.timeout` would keep its timer after the response, and the timer would keep the Durable
  // Object alive.
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await binding.run(model, input, { signal: late.signal });
  } catch (error) {
    const kind = late.signal.aborted ? "slow" : workersAiFailure(error);
    throw fail(kind, MESSAGES[kind]);
  } finally {
    clearTimeout(timer);
  }
}
