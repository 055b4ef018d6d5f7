import { NO_LIMITS } from "../../src/answering/answer-limits.ts";
import type { AnswerRequest } from "../../src/answering/answerer.ts";
import { sampling } from "../../src/domain/events.ts";
import type { Passage } from "../../src/domain/retrieval.ts";

export const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
export const LAMP = "Its lamp burnt oil until 1957.";

export function passageOf(text: string, more: Partial<Passage> = {}): Passage {
  const base = { assetId: "asset_a" as const, chunkId: "c", displayName: "The harbour", version: "v", page: 0, start: 0 };
  return { ...base, text, end: text.length, score: 1, matched: [], ...more };
}

/** The request that `OPENED` answers. */
export const REQUEST: AnswerRequest = {
  question: "When did the harbour of Brackwater open?",
  topic: "",
  conversation: [],
  passages: [passageOf(`${OPENED} ${LAMP}`, { start: 40 })],
  confidence: 1,
  limits: NO_LIMITS,
  sampling: sampling.parse({}),
  model: "",
  pendingAssets: 0,
  signal: new AbortController().signal,
};
