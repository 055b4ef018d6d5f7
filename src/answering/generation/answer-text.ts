import type { DraftText } from "../answerer.ts";
import { NO_ANSWER } from "./compose-prompt.ts";
import { beforeInjectedContent } from "./injected-content.ts";
import { isAccepted, type VerifyClaims, type VerifiedClaim, type AcceptedClaim } from "./verify-claims.ts";
import { type Claim, parseClaims } from "./parse-claims.ts";

/** Until this much of the next sentence exists, the end is uncertain: "3. May" may be a date. */
const BEGUN = /\s|.{12}/su;

/** Renders the claims with markers in the order of first use. Also returns the numbers in that order. */
export function answerText(claims: readonly Claim[]): { readonly text: string; readonly numbers: readonly number[] } {
  const ordinals = new Map<number, number>();
  const markerOf = (number: number): string => {
    const ordinal = ordinals.get(number) ?? ordinals.size + 1;
    ordinals.set(number, ordinal);
    return ` [${ordinal}]`;
  };
  const text = claims.map((claim, at) => `${at === 0 ? "" : claim.gap}${claim.text}${claim.numbers.map(markerOf).join("")}`).join("");
  return { text, numbers: [...ordinals.keys()] };
}

/** Draft while the model writes: the accepted sentences and the beginning of the next one. */
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

/** Draft while the model retries its rejected sentences. */
export function draftDuringRetry(judged: readonly VerifiedClaim[]): DraftText {
  return { text: answerText(judged.filter(isAccepted)).text, proven: verifiedLength(judged) };
}

/** Length of the accepted sentences before the first one that a retry may replace. */
function verifiedLength(judged: readonly VerifiedClaim[]): number {
  const open = judged.findIndex((claim) => !isAccepted(claim) && claim.faults.length > 0);
  const before: readonly AcceptedClaim[] = (open === -1 ? judged : judged.slice(0, open)).filter(isAccepted);
  return answerText(before).text.length;
}

/** Text before the first stop sequence, or before a prefix of one at the end. */
export function truncateAtStop(text: string, stop: readonly string[], isWhole: boolean): string {
  const offsets = stop.map((each) => text.indexOf(each)).filter((at) => at >= 0);
  const end = offsets.length === 0 ? text.length : Math.min(...offsets);
  if (isWhole) return text.slice(0, end);
  return text.slice(0, Math.min(end, ...stop.map((each) => prefixStart(each, text))));
}

/** Offset at which the text ends with a prefix of the other one, or the text's length. */
function prefixStart(other: string, text: string): number {
  for (let at = Math.max(0, text.length - other.length + 1); at < text.length; at += 1) if (other.startsWith(text.slice(at))) return at;
  return text.length;
}
