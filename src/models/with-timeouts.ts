import type { TextTimeouts } from "../config.ts";
import { type LanguageModel, ModelError } from "./language-model.ts";
import { MS_PER_MINUTE } from "../domain/time.ts";

export const TEXT_TIMEOUTS: TextTimeouts = { firstMs: MS_PER_MINUTE, betweenMs: 20_000, totalMs: 180_000 };

/**
 * Adds time limits to a model. On a timeout, the call fails with ModelError `slow` and aborts the provider
 * call.
 */
export function withTimeouts(
  model: LanguageModel,
  { firstMs, betweenMs, totalMs }: TextTimeouts = TEXT_TIMEOUTS,
): LanguageModel {
  return {
    ...model,
    write: async function* (order) {
      const late = new AbortController();
      const endAfter = (ms: number) =>
        setTimeout(() => late.abort(new ModelError("slow", "The model did not answer in time.")), ms);
      const total = endAfter(Math.max(0, totalMs - (Date.now() - (order.startedAt ?? Date.now()))));
      let pause = endAfter(firstMs);
      try {
        for await (const piece of model.write({
          ...order,
          signal: AbortSignal.any([order.signal, late.signal]),
        })) {
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
