import {
  type RejectedSentence,
  MAX_RETRIED_SENTENCES,
  retryPrompt,
} from "../../domain/verification/retry-prompt.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import type { ChatMessage } from "../../models/language-model.ts";
import { type ModelPrompt, RESERVED_TOKENS } from "./compose-prompt.ts";
import { type RejectedClaim, isAccepted, type VerifiedClaim, type AcceptedClaim } from "./verify-claims.ts";

/**
 * Builds the messages that ask the model to rewrite its rejected sentences. They follow the model's own text.
 * @returns null if no sentence can be rewritten or the window is too small
 */
export function retryMessages(
  { messages, sampling, window }: ModelPrompt,
  written: string,
  judged: readonly VerifiedClaim[],
): readonly ChatMessage[] | null {
  const asked = retryable(judged);
  if (asked.length === 0) return null;
  const failed = asked.map(({ text, numbers, faults }): RejectedSentence => ({
    sentence: text,
    numbers,
    faults,
  }));
  const all: ChatMessage[] = [
    ...messages,
    { role: "assistant", content: written },
    { role: "user", content: retryPrompt(failed) },
  ];
  const tokens = all.reduce(
    (sum, { content }) => sum + estimateTokens(content),
    sampling.maxTokens + RESERVED_TOKENS,
  );
  return tokens > window ? null : all;
}

/**
 * Merges rewritten sentences into the accepted sentences. A rewrite replaces the rejected sentence with the
 * same citations, or else the next rejected sentence. Drops duplicates.
 */
export function mergeRetryClaims(
  judged: readonly VerifiedClaim[],
  repairs: readonly VerifiedClaim[],
): readonly AcceptedClaim[] {
  const asked = retryable(judged);
  const mended = new Map<RejectedClaim, AcceptedClaim>();
  const there = new Set(judged.filter(isAccepted).map(({ text }) => text));
  const isOneByOne = repairs.length === asked.length;
  let next = 0;
  for (const [at, repair] of repairs.entries()) {
    if (!isAccepted(repair) || there.has(repair.text)) continue;
    const shared = asked.findIndex(
      ({ numbers }, position) =>
        position >= next && numbers.some((number) => repair.numbers.includes(number)),
    );
    const position = isOneByOne ? at : shared === -1 ? next : shared;
    const failed = asked[position];
    if (failed === undefined) break;
    mended.set(failed, { ...repair, gap: failed.gap });
    there.add(repair.text);
    next = position + 1;
  }
  return judged.flatMap((claim) => (isAccepted(claim) ? [claim] : (mended.get(claim) ?? [])));
}

/** Returns the rejected sentences to retry. Omits sentences with injected links or markup. */
function retryable(judged: readonly VerifiedClaim[]): readonly RejectedClaim[] {
  return judged
    .flatMap((claim) => (isAccepted(claim) || claim.faults.length === 0 ? [] : [claim]))
    .slice(0, MAX_RETRIED_SENTENCES);
}
