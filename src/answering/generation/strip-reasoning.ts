const REASONING = ["<think>", "</think>"] as const;

/** Removes the reasoning that some models write before the answer. */
export function stripReasoning(written: string): string {
  const [begin, end] = REASONING;
  const text = written.trimStart();
  if (!text.startsWith(begin)) return begin.startsWith(text) ? "" : text;
  const behind = text.indexOf(end);
  return behind === -1 ? "" : text.slice(behind + end.length).trimStart();
}
