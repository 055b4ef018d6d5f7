import { estimateTokens } from "../../models/estimate-tokens.ts";
import type { LanguageModel, TextRequest } from "../../models/language-model.ts";
import type { AnswerRequest } from "../answerer.ts";
import { composePrompt, framedPrompt, type ModelPrompt, promptFrame } from "./compose-prompt.ts";
import { cutIntoParts } from "./cut-into-parts.ts";
import { numberSentences } from "./number-sentences.ts";
import { takeNotes } from "./take-notes.ts";

/** Maximum number of parts of the documents, each with one call of the model. */
const MAX_PARTS = 48;

type Calls = Pick<TextRequest, "onUsage">;

/** A prompt, and the parts of the documents that its notes lack. */
export interface PreparedPrompt extends ModelPrompt {
  /** Undefined if the prompt covers everything that was read. */
  readonly unread?: { readonly parts: number; readonly of: number };
}

/**
 * Builds the prompt of an answer. An overview reads its documents completely. If they do not fit the window,
 * the model takes notes on each part first. The notes keep the numbers of the sentences that they rest on.
 * @returns null if no passage fits
 * @throws ModelError if the notes fail, or the reason of the abort signal
 */
export async function preparePrompt(
  model: LanguageModel,
  request: AnswerRequest,
  nonce: string,
  { onUsage }: Calls = {},
): Promise<PreparedPrompt | null> {
  const { contextWindow } = model;
  if (request.overview === undefined) return composePrompt(request, contextWindow, nonce);
  const frame = promptFrame(request, contextWindow, nonce);
  const whole = numberSentences(request.passages);
  if (estimateTokens(whole.text) <= frame.free) return framedPrompt(frame, whole);
  const all = cutIntoParts(request.passages, frame.free);
  const parts = all.slice(0, MAX_PARTS);
  if (parts.length === 0) return null;
  const intro = `Notes on ${parts.length} consecutive parts of the documents. The numbers in them are the numbers of lines. Cite them.`;
  const room = { ...frame, free: frame.free - estimateTokens(intro) };
  const calls = onUsage === undefined ? {} : { onUsage };
  const { text: notes, failedParts } = await takeNotes(model, request, {
    frame: room,
    parts,
    nonce,
    ...calls,
  });
  const numbered = {
    text: parts.map((part) => part.text).join("\n"),
    evidence: parts.map((part) => part.evidence).join("\n"),
    sentences: parts.flatMap((part) => part.sentences),
    passages: parts.flatMap((part) => part.passages),
  };
  const prompt = framedPrompt(frame, numbered, `${intro}\n${notes}`);
  const unread = failedParts + all.length - parts.length;
  return prompt === null || unread === 0 ? prompt : { ...prompt, unread: { parts: unread, of: all.length } };
}
