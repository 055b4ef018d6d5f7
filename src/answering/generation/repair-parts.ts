import { MAX_RETRIED_SENTENCES, retryPrompt } from "../verification/retry-prompt.ts";
import { estimateTokens } from "../../models/estimate-tokens.ts";
import type { ChatMessage } from "../../models/language-model.ts";
import type { CitationMark, CleanAnswer } from "./clean-markdown.ts";
import { type ModelPrompt, RESERVED_TOKENS } from "./compose-prompt.ts";
import type { MarkedPart } from "./mark-parts.ts";

/** Returns the sentences that contradict the input of the model. Only these are worth a second request. */
export function partsToRepair(parts: readonly MarkedPart[]): readonly MarkedPart[] {
  return parts
    .filter(({ mark, part }) => mark?.support === "contradicted" && part.kind === "sentence")
    .slice(0, MAX_RETRIED_SENTENCES);
}

/**
 * Builds the messages that ask the model to rewrite sentences. They follow the model's own text.
 * @returns null if there is nothing to rewrite, or if the window is too small
 */
export function repairMessages(
  { messages, sampling, window }: ModelPrompt,
  written: string,
  wrong: readonly MarkedPart[],
): readonly ChatMessage[] | null {
  if (wrong.length === 0) return null;
  const rejected = wrong.map(({ words, numbers, mark }) => ({
    sentence: words,
    numbers,
    reason: mark?.reason ?? "",
  }));
  const all: ChatMessage[] = [
    ...messages,
    { role: "assistant", content: written },
    { role: "user", content: retryPrompt(rejected) },
  ];
  const tokens = all.reduce(
    (sum, { content }) => sum + estimateTokens(content),
    sampling.maxTokens + RESERVED_TOKENS,
  );
  return tokens > window ? null : all;
}

/**
 * Puts rewritten sentences into the answer. A rewrite replaces the sentence with a shared citation, or else
 * the next one. Rewrites that contradict the input of the model too, or repeat the answer, are ignored.
 */
export function withRepairs(
  answer: CleanAnswer,
  parts: readonly MarkedPart[],
  wrong: readonly MarkedPart[],
  rewritten: { readonly text: string; readonly parts: readonly MarkedPart[] },
): CleanAnswer {
  const usable = rewritten.parts.filter(({ mark }) => mark !== null);
  const isOneByOne = usable.length === wrong.length;
  const repairs = new Map<MarkedPart, MarkedPart>();
  const there = new Set(parts.map(({ words }) => words));
  let next = 0;
  for (const [at, repair] of usable.entries()) {
    if (repair.mark?.support === "contradicted" || there.has(repair.words)) continue;
    const shared = wrong.findIndex(
      ({ numbers }, position) =>
        position >= next && numbers.some((number) => repair.numbers.includes(number)),
    );
    const position = isOneByOne ? at : shared === -1 ? next : shared;
    const failed = wrong[position];
    if (failed === undefined) break;
    repairs.set(failed, repair);
    next = position + 1;
  }
  return spliced(answer, repairs, rewritten.text);
}

function spliced(
  { text, citations }: CleanAnswer,
  repairs: ReadonlyMap<MarkedPart, MarkedPart>,
  rewritten: string,
): CleanAnswer {
  let [clean, from] = ["", 0];
  const moved: CitationMark[] = [];
  let left = citations;
  const keepUntil = (end: number): void => {
    const shift = clean.length - from;
    moved.push(...left.filter(({ at }) => at <= end).map(({ at, numbers }) => ({ at: at + shift, numbers })));
    left = left.filter(({ at }) => at > end);
    clean += text.slice(from, end);
    from = end;
  };
  for (const [{ part }, repair] of repairs) {
    keepUntil(part.start);
    // The repair brings citations of its own.
    left = left.filter(({ at }) => at > part.end);
    const { start, end, citations: brought } = repair.part;
    const shift = clean.length - start;
    clean += rewritten.slice(start, end);
    for (const { at, numbers } of brought)
      moved.push({ at: Math.min(Math.max(at, start), end) + shift, numbers });
    from = part.end;
  }
  keepUntil(text.length);
  return { text: clean, citations: moved };
}
