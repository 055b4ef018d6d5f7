import { log } from "../../log.ts";
import { type LanguageModel, ModelError, type TextRequest } from "../../models/language-model.ts";
import type { VerificationMode } from "../../domain/verification-mode.ts";
import type { AnswerDraft, AnswerRequest, WrittenAnswer } from "../answerer.ts";
import { type CleanAnswer, cleanMarkdown } from "./clean-markdown.ts";
import type { ModelPrompt } from "./compose-prompt.ts";
import { addressBook } from "./injected-content.ts";
import { citableTexts, inputLines } from "./input-lines.ts";
import { keepSupported, type KeptAnswer } from "./keep-supported.ts";
import { judgeParts, type Verifier } from "./judge-parts.ts";
import { isSupported, type MarkedPart, partMarker } from "./mark-parts.ts";
import { repairMessages, withRepairs } from "./repair-parts.ts";
import { ShownText, withoutNotice } from "./shown-text.ts";
import { stripReasoning } from "./strip-reasoning.ts";
import { truncateAtStop } from "./truncate-at-stop.ts";
import { type VerifiedAnswer, verifiedAnswer } from "./verified-answer.ts";

/**
 * Maximum number of characters per token; usually a token has about 4. A model that exceeds it ignores its
 * token limit, so its text is cut off.
 */
const CHARS_PER_TOKEN = 32;
const MAX_CHARS = 131_072;

type WriteRequest = Pick<AnswerRequest, "question" | "signal"> & Required<Pick<TextRequest, "onUsage">>;

interface Verification {
  readonly mode: VerificationMode;
  /** Judges the marks of the rules. Null: these marks stand. */
  readonly verifier: Verifier | null;
}

/** The result of one model: its answer, its statement that nothing answers, or nothing at all. */
export type Written = Ended & {
  /** Number of requests to rewrite contradicted sentences. */
  readonly repairs: number;
};

type Ended =
  | ({ readonly kind: "answer"; readonly droppedSentences: number } & VerifiedAnswer)
  | { readonly kind: "nothing_found" }
  | {
      readonly kind: "nothing_stays";
      readonly droppedSentences: number;
      /** False if the model wrote nothing. */
      readonly hasText: boolean;
    };

/**
 * Streams the text of a model, marks its sentences, and lets the model rewrite contradicted sentences once.
 * Both calls have one common time limit. The verifier then judges the marks.
 * @throws ModelError, or the reason of the abort signal
 */
export async function* writeAnswer(
  model: LanguageModel,
  prompt: ModelPrompt,
  { question, signal, onUsage }: WriteRequest,
  { mode, verifier }: Verification,
): AsyncGenerator<AnswerDraft, Written> {
  const { messages, sampling, numbered } = prompt;
  const lines = inputLines(numbered, question);
  const mark = partMarker(numbered.sentences, lines, question);
  const known = addressBook(citableTexts(numbered));
  const isCitable = (number: number): boolean => numbered.sentences[number - 1] !== undefined;
  const clean = (written: string, isWhole: boolean): CleanAnswer =>
    cleanMarkdown(stripReasoning(written), { known, isCitable, isWhole });
  const shown = new ShownText(mark, { mode, isJudged: verifier !== null });
  const order = { messages, sampling, signal, onUsage, startedAt: Date.now() };
  const draftOf = (written: () => CleanAnswer, isWhole: boolean): AnswerDraft => ({
    kind: "draft",
    read: () => shown.draft(written(), isWhole),
    proven: () => provenAnswer(model, prompt, shown.kept(written(), isWhole), mode),
  });
  const text = yield* read(model, order, (written) => draftOf(() => clean(written(), false), false));
  const first = clean(text, true);
  const answer = withoutNotice(first);
  if (answer.text === "" && first.text !== "") return { kind: "nothing_found", repairs: 0 };
  const wrong = mode === "off" ? [] : shown.repairable(answer);
  const ask = repairMessages(prompt, stripReasoning(text), wrong);
  const draft = draftOf(() => answer, true);
  const end = async (last: CleanAnswer): Promise<Written> => {
    const marked = mark(last);
    const isJudged = verifier !== null && mode !== "off";
    const parts = isJudged ? await judgeParts(marked, numbered.sentences, verifier, signal) : marked;
    return { ...ended(last, numbered.sentences, parts, mode), repairs: ask === null ? 0 : 1 };
  };
  if (ask !== null || verifier !== null) yield draft;
  if (ask === null) return await end(answer);
  const again = yield* readRepair(model, { ...order, messages: ask }, () => draft);
  const rewritten = clean(again, true);
  const repaired = withRepairs(answer, mark(answer), wrong, { text: rewritten.text, parts: mark(rewritten) });
  return await end(shown.mayBecome(repaired) ? repaired : answer);
}

/** The answer of the sentences that stay if a user stops the model. Null if there are none. */
function provenAnswer(
  model: LanguageModel,
  { numbered }: ModelPrompt,
  kept: KeptAnswer,
  mode: VerificationMode,
): WrittenAnswer | null {
  if (kept.text === "") return null;
  const { text, ...cited } = verifiedAnswer(kept, kept.parts, numbered.sentences, mode !== "off");
  const uncounted = { inputTokens: 0, outputTokens: 0 };
  return {
    ...cited,
    ...uncounted,
    model: model.id,
    parts: [text],
    suggestions: [],
    sent: numbered.passages,
  };
}

function ended(
  answer: CleanAnswer,
  sources: ModelPrompt["numbered"]["sentences"],
  parts: readonly MarkedPart[],
  mode: VerificationMode,
): Ended {
  if (answer.text === "") return { kind: "nothing_stays", droppedSentences: 0, hasText: false };
  if (mode !== "strict")
    return {
      kind: "answer",
      droppedSentences: 0,
      ...verifiedAnswer(answer, parts, sources, mode === "mark"),
    };
  const droppedSentences = parts.filter((part) => part.mark !== null && !isSupported(part.mark)).length;
  const kept = keepSupported(answer, parts);
  if (kept.text === "") return { kind: "nothing_stays", droppedSentences, hasText: true };
  return { kind: "answer", droppedSentences, ...verifiedAnswer(kept, kept.parts, sources, true) };
}

/**
 * Streams drafts from one model call.
 * @param draft makes a draft of the text so far
 * @returns the text up to the first stop sequence
 * @throws ModelError, or the reason of the abort signal
 */
async function* read(
  model: LanguageModel,
  order: TextRequest,
  draft: (written: () => string) => AnswerDraft,
): AsyncGenerator<AnswerDraft, string> {
  const { stop, maxTokens } = order.sampling;
  const most = Math.min(maxTokens * CHARS_PER_TOKEN, MAX_CHARS);
  let text = "";
  for await (const piece of model.write(order)) {
    if (piece.kind === "end") return truncateAtStop(text, stop, true);
    if (piece.text === "") continue;
    const written = (text += piece.text);
    if (written.length > most) return truncateAtStop(written.slice(0, most), stop, true);
    yield draft(() => truncateAtStop(written, stop, false));
  }
  throw new ModelError("cut", "The model's text broke off.");
}

/**
 * Lets the model rewrite sentences. If that fails, the sentences stay.
 * @throws the reason of the abort signal
 */
async function* readRepair(
  model: LanguageModel,
  order: TextRequest,
  shown: () => AnswerDraft,
): AsyncGenerator<AnswerDraft, string> {
  try {
    return yield* read(model, order, shown);
  } catch (error) {
    order.signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    log("warn", "model_failed", { model: model.id, kind: error.kind });
    return "";
  }
}
