import type { DraftText } from "../answerer.ts";
import { NO_ANSWER } from "./compose-prompt.ts";
import { beforeInjectedContent } from "./injected-content.ts";
import { isAccepted, type VerifyClaims, type VerifiedClaim, type AcceptedClaim } from "./verify-claims.ts";
import { type Claim, parseClaims } from "./parse-claims.ts";

/**
 * Matches the next sentence once it is long enough to prove that the sentence before has ended. "3. May" may
 * still be a date.
 */
const BEGUN = /\s|.{12}/su;

/**
 * Renders the claims with their markers. Numbers the citations in the order of first use, and returns their
 * sentence numbers in that order.
 */
export function answerText(claims: readonly Claim[]): {
  readonly text: string;
  readonly numbers: readonly number[];
} {
  const ordinals = new Map<number, number>();
  const markerOf = (number: number): string => {
    const ordinal = ordinals.get(number) ?? ordinals.size + 1;
    ordinals.set(number, ordinal);
    return ` [${ordinal}]`;
  };
  const text = claims
    .map((claim, at) => `${at === 0 ? "" : claim.gap}${claim.text}${claim.numbers.map(markerOf).join("")}`)
    .join("");
  return { text, numbers: [...ordinals.keys()] };
}

/** Returns the draft while the model writes: the accepted sentences and the beginning of the next one. */
export function draftWhileWritten(written: string, judge: VerifyClaims): DraftText {
  const { claims, tail } = parseClaims(written, false);
  const judged = judge(claims);
  const settled = BEGUN.test(tail) ? judged : judged.slice(0, -1);
  const shown = NO_ANSWER.startsWith(tail) ? "" : beforeInjectedContent(tail);
  return {
    text: [answerText(judged.filter(isAccepted)).text, shown].filter((text) => text !== "").join(" "),
    proven: verifiedLength(settled),
  };
}

/** Returns the draft while the model rewrites its rejected sentences. */
export function draftDuringRetry(judged: readonly VerifiedClaim[]): DraftText {
  return { text: answerText(judged.filter(isAccepted)).text, proven: verifiedLength(judged) };
}

/** Returns the length of the accepted sentences before the first sentence that a retry may replace. */
function verifiedLength(judged: readonly VerifiedClaim[]): number {
  const open = judged.findIndex((claim) => !isAccepted(claim) && claim.faults.length > 0);
  const before: readonly AcceptedClaim[] = (open === -1 ? judged : judged.slice(0, open)).filter(isAccepted);
  return answerText(before).text.length;
}

/**
 * Returns the text before the first stop sequence. Also cuts off a prefix of a stop sequence at the end,
 * unless the text is complete.
 */
export function truncateAtStop(text: string, stop: readonly string[], isWhole: boolean): string {
  const offsets = stop.map((each) => text.indexOf(each)).filter((at) => at >= 0);
  const end = offsets.length === 0 ? text.length : Math.min(...offsets);
  if (isWhole) return text.slice(0, end);
  return text.slice(0, Math.min(end, ...stop.map((each) => prefixStart(each, text))));
}

/**
 * Returns the offset at which the text ends with a prefix of `other`, or the length of the text if it does
 * not.
 */
function prefixStart(other: string, text: string): number {
  for (let at = Math.max(0, text.length - other.length + 1); at < text.length; at += 1)
    if (other.startsWith(text.slice(at))) return at;
  return text.length;
}
