import { type LanguageModel, ModelFault } from "./language-model.ts";

export interface TextTimeouts {
  /** Until something comes. A model that runs on a small machine is loaded first. */
  readonly firstMs: number;
  /** From one part to the next. */
  readonly betweenMs: number;
  /** For all of it. */
  readonly totalMs: number;
}

export const TEXT_TIMEOUTS: TextTimeouts = { firstMs: 60_000, betweenMs: 20_000, totalMs: 180_000 };

/** The same model, whose texts end: with a ModelFault `slow` where they take too long, and then its provider is told at once. */
export function withTimeouts(model: LanguageModel, { firstMs, betweenMs, totalMs }: TextTimeouts = TEXT_TIMEOUTS): LanguageModel {
  return {
    ...model,
    write: async function* (order) {
      const late = new AbortController();
      const endAfter = (ms: number) => setTimeout(() => late.abort(new ModelFault("slow", "The model did not answer in time.")), ms);
      const total = endAfter(Math.max(0, totalMs - (Date.now() - (order.startedAt ?? Date.now()))));
      let pause = endAfter(firstMs);
      try {
        for await (const piece of model.write({ ...order, signal: AbortSignal.any([order.signal, late.signal]) })) {
          clearTimeout(pause);
          yield piece;
          pause = endAfter(betweenMs);
        }
      } finally {
        clearTimeout(pause);
        clearTimeout(total);
        late.abort();
      }
    },
  };
}
