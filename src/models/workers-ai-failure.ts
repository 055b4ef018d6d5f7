/**
 * Maps an error of the `AI` binding to a failure kind by the error codes in its message. Does not pass the
 * message on, because it may repeat the input.
 */
export function workersAiFailure(error: unknown): "limited" | "refused" | "failed" {
  const text = error instanceof Error ? error.message : "";
  if (/\b(?:429|3040|3036)\b/.test(text)) return "limited";
  return /\b(?:5006|3006|5021)\b/.test(text) ? "refused" : "failed";
}
