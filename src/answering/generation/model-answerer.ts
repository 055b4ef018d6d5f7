import type { PassedOver, SuggestedModel } from "../../domain/model-choice.ts";
import { weakestSupportLevel } from "../../domain/verification/support-level.ts";
import { pricedUsage, sumOfUsage, UNSPENT } from "../../domain/usage.ts";
import { log } from "../../log.ts";
import { type LanguageModel, ModelError, type TextRequest } from "../../models/language-model.ts";
import {
  type AnswerDraft,
  type Answerer,
  type AnswerFinal,
  type AnswerQuote,
  type AnswerRequest,
  type DraftText,
  NOTHING_WRITTEN,
  collectAnswer,
} from "../answerer.ts";
import { quoteOf } from "../extraction/quote-of.ts";
import { isAnswered } from "../read-passages.ts";
import { answerText, truncateAtStop, draftDuringRetry, draftWhileWritten } from "./answer-text.ts";
import { composePrompt, type ModelPrompt, NO_ANSWER } from "./compose-prompt.ts";
import { createClaimVerifier, isAccepted, type AcceptedClaim } from "./verify-claims.ts";
import { type Claim, endsWithSentence, parseClaims, stripReasoning } from "./parse-claims.ts";
import { rankModels } from "./rank-models.ts";
import { retryMessages, mergeRetryClaims } from "./retry-claims.ts";

/**
 * Maximum number of characters per token; usually a token has about 4. A model that exceeds it ignores its
 * token limit, so its text is cut off.
 */
const CHARS_PER_TOKEN = 32;
const MAX_CHARS = 131_072;

const NOTHING_STAYS: AnswerDraft = { kind: "draft", read: () => NOTHING_WRITTEN };

interface Deps {
  /** Language models in order of preference. */
  readonly models: readonly LanguageModel[];
  /** Answerer to use if nothing in scope answers, or if the verifier accepted no sentence of any model. */
  readonly fallback: Answerer;
  readonly newNonce: () => string;
}

/**
 * Lets a language model write an answer, and keeps the sentences that their citations support. If a model
 * fails, calls the next best model for the question.
 */
export function modelAnswerer({ models, fallback, newNonce }: Deps): Answerer {
  return {
    async *answer(request) {
      let spent = UNSPENT;
      let droppedSentences = 0;
      const passedOver: PassedOver[] = [];
      const answerable = isAnswered(request);
      const suggestedModels = answerable && models.length > 1 ? rankModels(models, request) : [];
      for (const model of answerable ? byPreference(models, suggestedModels, request.model) : []) {
        const prompt = composePrompt(request, model.contextWindow, newNonce());
        if (prompt === null) {
          passedOver.push({ model: model.id, reason: "too_long" });
          continue;
        }
        try {
          const onUsage: TextRequest["onUsage"] = (usage) => {
            const used = pricedUsage(usage, model.price);
            spent = sumOfUsage(spent, used);
            request.onUsage?.(used);
          };
          const { kept, dropped } = yield* write(model, prompt, { ...request, onUsage });
          droppedSentences = dropped;
          const final = finalOf(model.id, kept, prompt);
          const report = { spent, droppedSentences, passedOver, suggestedModels };
          const { inputTokens, outputTokens } = spent;
          if (final !== null)
            return yield await withSuggestions(
              { ...final, inputTokens, outputTokens, ...report },
              fallback,
              request,
            );
          log("info", "model_answer_empty", { model: model.id });
          passedOver.push({ model: model.id, reason: "nothing_stays" });
          yield NOTHING_STAYS;
          break;
        } catch (error) {
          request.signal.throwIfAborted();
          if (!(error instanceof ModelError)) throw error;
          log("warn", "model_failed", { model: model.id, kind: error.kind });
          passedOver.push({ model: model.id, reason: error.kind });
          yield NOTHING_STAYS;
        }
      }
      const final = await collectAnswer(fallback.answer(request), () => {});
      const inputTokens = final.inputTokens + spent.inputTokens;
      const outputTokens = final.outputTokens + spent.outputTokens;
      yield {
        kind: "final",
        ...final,
        inputTokens,
        outputTokens,
        spent,
        droppedSentences,
        passedOver,
        suggestedModels,
      };
    },
  };
}

/** Returns the requested model first and the other models by rank. */
function byPreference(
  models: readonly LanguageModel[],
  ranked: readonly SuggestedModel[],
  asked: string,
): readonly LanguageModel[] {
  const rankOf = ({ id }: LanguageModel): number =>
    id === asked ? -1 : ranked.findIndex(({ model }) => model === id);
  return models.toSorted((one, other) => rankOf(one) - rankOf(other));
}

interface Written {
  readonly kept: readonly AcceptedClaim[];
  /** Number of complete sentences that the verifier rejected. */
  readonly dropped: number;
}

/**
 * Streams the text of a model and lets it rewrite its rejected sentences once. Both calls have one common
 * time limit.
 * @throws ModelError, or the reason of the abort signal
 */
async function* write(
  model: LanguageModel,
  prompt: ModelPrompt,
  {
    question,
    signal,
    onUsage,
  }: Pick<AnswerRequest, "question" | "signal"> & Required<Pick<TextRequest, "onUsage">>,
): AsyncGenerator<AnswerDraft, Written> {
  const { messages, sampling, numbered } = prompt;
  const judge = createClaimVerifier(numbered.sentences, question);
  const order = { messages, sampling, signal, onUsage, startedAt: Date.now() };
  const first = yield* read(model, order, (written) => draftWhileWritten(written, judge));
  const judged = judge(first.claims);
  const staying = judged.filter(isAccepted);
  const ask = retryMessages(prompt, stripReasoning(first.text), judged);
  if (ask === null) return { kept: staying, dropped: judged.length - staying.length };
  const shown = (): DraftText => draftDuringRetry(judged);
  yield { kind: "draft", read: shown };
  const again = yield* retryRejected(model, { ...order, messages: ask }, shown);
  const kept = mergeRetryClaims(judged, judge(again.claims));
  return { kept, dropped: judged.length - kept.length };
}

interface Read {
  /** Text of the model up to the first stop sequence. */
  readonly text: string;
  readonly claims: readonly Claim[];
}

/**
 * Streams drafts from one model call.
 * @param draft renders a draft of the text so far
 * @throws ModelError, or the reason of the abort signal
 */
async function* read(
  model: LanguageModel,
  order: TextRequest,
  draft: (written: string) => DraftText,
): AsyncGenerator<AnswerDraft, Read> {
  const { stop, maxTokens } = order.sampling;
  const most = Math.min(maxTokens * CHARS_PER_TOKEN, MAX_CHARS);
  let text = "";
  for await (const piece of model.write(order)) {
    if (piece.kind === "end") return readWhole(text, stop, piece.isWhole);
    if (piece.text === "") continue;
    const written = (text += piece.text);
    if (written.length > most) return readWhole(written.slice(0, most), stop, false);
    yield { kind: "draft", read: () => draft(truncateAtStop(written, stop, false)) };
  }
  throw new ModelError("cut", "The model's text broke off.");
}

function readWhole(text: string, stop: readonly string[], hasEnded: boolean): Read {
  const whole = truncateAtStop(text, stop, true);
  const isWhole = (hasEnded && whole === text) || endsWithSentence(whole);
  return { text: whole, claims: parseClaims(whole, isWhole).claims.filter(isClaim) };
}

/**
 * Lets the model rewrite its rejected sentences. If the retry fails, drops these sentences and keeps the
 * answer.
 * @throws the reason of the abort signal
 */
async function* retryRejected(
  model: LanguageModel,
  order: TextRequest,
  shown: () => DraftText,
): AsyncGenerator<AnswerDraft, Read> {
  try {
    return yield* read(model, order, shown);
  } catch (error) {
    order.signal.throwIfAborted();
    if (!(error instanceof ModelError)) throw error;
    log("warn", "model_failed", { model: model.id, kind: error.kind });
    return { text: "", claims: [] };
  }
}

/** False for the reply that means "no answer". */
function isClaim({ text }: Claim): boolean {
  return text !== NO_ANSWER && text !== `${NO_ANSWER}.`;
}

/** Returns the final answer, or null if no sentence was accepted. */
function finalOf(
  model: string,
  staying: readonly AcceptedClaim[],
  { numbered: { sentences } }: ModelPrompt,
): Omit<AnswerFinal, "inputTokens" | "outputTokens"> | null {
  if (staying.length === 0) return null;
  const { text, numbers } = answerText(staying);
  const quotes = numbers.flatMap((number): AnswerQuote[] => {
    const sentence = sentences[number - 1];
    const citing = staying.filter(({ supports }) => supports.has(number));
    const support = citing.flatMap(({ supports }) => supports.get(number) ?? []).reduce(weakestSupportLevel);
    return sentence === undefined
      ? []
      : [{ ...quoteOf(sentence), said: citing.map(({ text: words }) => words), support }];
  });
  return { kind: "final", model, parts: [text], quotes, suggestions: [] };
}

/** Adds follow-up suggestions from the extractive answerer, which needs no language model. */
async function withSuggestions(
  final: AnswerFinal,
  fallback: Answerer,
  request: AnswerRequest,
): Promise<AnswerFinal> {
  const { suggestions } = await collectAnswer(fallback.answer(request), () => {});
  return { ...final, suggestions };
}
