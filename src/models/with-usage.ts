import type { LanguageModel, TextProvider } from "./language-model.ts";
import { TokenCounter } from "./token-counter.ts";

/**
 * Reports the token usage at the end of each text, even on failure, because the provider charges for all text
 * that it wrote.
 */
export function withUsage(provider: TextProvider): LanguageModel {
  return {
    ...provider,
    write: async function* ({ onUsage, ...order }) {
      const meter = new TokenCounter(order.messages);
      try {
        for await (const piece of provider.write(order)) {
          if (piece.kind === "part") {
            meter.take(piece);
            yield { kind: "part", text: piece.text };
          } else yield piece;
        }
      } finally {
        const usage = meter.usage();
        if (usage !== null) onUsage?.(usage);
      }
    },
  };
}
