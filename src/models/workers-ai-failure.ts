/** What an error of the binding `AI` means: it says so by numbers in its text, and may repeat what was sent. */
export function workersAiFailure(error: unknown): "limited" | "refused" | "failed" {
  const text = error instanceof Error ? error.message : "";
  if (/\b(?:429|3040|3036)\b/.test(text)) return "limited";
  return /\b(?:5006|3006|5021)\b/.test(text) ? "refused" : "failed";
}
