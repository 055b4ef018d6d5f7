import type { Passage } from "../../domain/retrieval.ts";
import type { PassedOver, SuggestedModel } from "../../domain/model-choice.ts";
import { type ModelUsage, pricedUsage, sumOfUsage, UNSPENT } from "../../domain/usage.ts";
import type { VerificationMode } from "../../domain/verification-mode.ts";
import { log } from "../../log.ts";
import { type LanguageModel, ModelError, type TextRequest } from "../../models/language-model.ts";
import {
  type AnswerDraft,
  type Answerer,
  type AnswerFinal,
  type AnswerRequest,
  NOTHING_WRITTEN,
  collectAnswer,
  type WrittenAnswer,
} from "../answerer.ts";
import { sourceKey } from "../citations.ts";
import { preparePrompt } from "./prepare-prompt.ts";
import { rankModels } from "./rank-models.ts";
import { abstainWithSeeAlso, withMissingParts, withSeeAlso } from "../see-also.ts";
import { writeAnswer, type Written } from "./write-answer.ts";

const NOTHING_STAYS: AnswerDraft = { kind: "draft", read: () => NOTHING_WRITTEN };
const UNCOUNTED = { inputTokens: 0, outputTokens: 0 };

interface Deps {
  /** Language models in order of preference. */
  readonly models: readonly LanguageModel[];
  /** Answerer to use if nothing is in scope, or if no model wrote an answer. */
  readonly fallback: Answerer;
  readonly verification: VerificationMode;
  readonly newNonce: () => string;
}

/**
 * Lets a language model write an answer, and marks its sentences. If a model fails or nothing of its answer
 * stays, calls the next best model for the question. If nothing of any answer stays, the service abstains.
 */
export function modelAnswerer({ models, fallback, verification, newNonce }: Deps): Answerer {
  return {
    async *answer(request) {
      const counted = countUsage(request);
      let [droppedSentences, repairs] = [0, 0];
      let sent: readonly Passage[] = [];
      /** The model whose whole answer lacks support. Undefined if none wrote an answer. */
      let unsupported: string | undefined;
      const passedOver: PassedOver[] = [];
      const isAsked = request.passages.length > 0;
      const suggestedModels = isAsked && models.length > 1 ? rankModels(models, request) : [];
      for (const model of isAsked ? byPreference(models, suggestedModels, request.model) : []) {
        try {
          const onUsage = counted.at(model.price);
          const prompt = await preparePrompt(model, request, newNonce(), { onUsage });
          if (prompt === null) {
            passedOver.push({ model: model.id, reason: "too_long" });
            continue;
          }
          sent = prompt.numbered.passages;
          const judge = verifierOf(model, models);
          const verifier = judge && { model: judge, nonce: newNonce(), onUsage: counted.at(judge.price) };
          const checks = { mode: verification, verifier };
          const written = yield* writeAnswer(model, prompt, { ...request, onUsage }, checks);
          repairs += written.repairs;
          if (written.kind === "nothing_stays") {
            droppedSentences = written.droppedSentences;
            if (written.hasText) unsupported = model.id;
            log("info", "model_answer_empty", { model: model.id });
            passedOver.push({ model: model.id, reason: "nothing_stays" });
            yield NOTHING_STAYS;
            continue;
          }
          const spent = counted.total();
          const { inputTokens, outputTokens } = spent;
          const report = { inputTokens, outputTokens, spent, sent, repairs, passedOver, suggestedModels };
          const text = finalOf(written, request);
          const parts = withMissingParts(text.parts, prompt.unread, request);
          const final = { ...text, parts, kind: "final" as const, model: model.id, ...report };
          return yield await withSuggestions(final, fallback, request);
        } catch (error) {
          request.signal.throwIfAborted();
          if (!(error instanceof ModelError)) throw error;
          log("warn", "model_failed", { model: model.id, kind: error.kind });
          passedOver.push({ model: model.id, reason: error.kind });
          yield NOTHING_STAYS;
        }
      }
      const final = await lastAnswer(unsupported, sent, fallback, request);
      const spent = counted.total();
      const inputTokens = final.inputTokens + spent.inputTokens;
      const outputTokens = final.outputTokens + spent.outputTokens;
      const report = { spent, droppedSentences, repairs, passedOver, suggestedModels };
      yield { kind: "final", ...final, inputTokens, outputTokens, ...report };
    },
  };
}

/** Abstains if a model wrote an answer of which nothing stays. Otherwise no model wrote. */
async function lastAnswer(
  unsupported: string | undefined,
  sent: readonly Passage[],
  fallback: Answerer,
  request: AnswerRequest,
): Promise<WrittenAnswer> {
  if (unsupported === undefined) return await collectAnswer(fallback.answer(request), () => {});
  const final = { kind: "final" as const, ...abstention(request), ...UNCOUNTED, model: unsupported, sent };
  return await withSuggestions(final, fallback, request);
}

interface CountedUsage {
  readonly total: () => ModelUsage;
  /** Returns a callback that counts the usage of a model with this price. */
  readonly at: (price: LanguageModel["price"]) => NonNullable<TextRequest["onUsage"]>;
}

function countUsage({ onUsage }: AnswerRequest): CountedUsage {
  let spent = UNSPENT;
  return {
    total: () => spent,
    at: (price) => (usage) => {
      const used = pricedUsage(usage, price);
      spent = sumOfUsage(spent, used);
      onUsage?.(used);
    },
  };
}

/** Returns the model that judges the answers of another one. Null: none, or none that the organization may use. */
function verifierOf({ id, verifier }: LanguageModel, models: readonly LanguageModel[]): LanguageModel | null {
  const named = verifier === true ? id : verifier;
  return models.find((each) => each.id === named) ?? null;
}

type FinalText = Pick<
  AnswerFinal,
  "parts" | "quotes" | "sentences" | "droppedSentences" | "suggestions" | "isAbstention"
>;

function finalOf(
  written: Exclude<Written, { readonly kind: "nothing_stays" }>,
  request: AnswerRequest,
): FinalText {
  if (written.kind === "nothing_found") return abstention(request);
  const { text, quotes, sentences, droppedSentences } = written;
  const cited = quotes.length === 0 ? withSeeAlso([text], request) : { parts: [text], quotes };
  return { ...cited, sentences, droppedSentences, suggestions: [] };
}

/** The answer that nothing in the documents answers the question, with the nearest passages. */
const abstention = (request: AnswerRequest): FinalText => ({
  ...abstainWithSeeAlso(request),
  sentences: [],
  droppedSentences: 0,
  suggestions: [],
  isAbstention: true,
});

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

/**
 * Adds follow-up suggestions from the extractive answerer, which needs no language model. A suggestion has a
 * name from a passage, so only the documents that the model received count.
 */
async function withSuggestions(
  final: AnswerFinal,
  fallback: Answerer,
  request: AnswerRequest,
): Promise<AnswerFinal> {
  const documents = new Set((final.sent ?? []).map(sourceKey));
  const passages = request.passages.filter((passage) => documents.has(sourceKey(passage)));
  const { suggestions } = await collectAnswer(fallback.answer({ ...request, passages }), () => {});
  return { ...final, suggestions };
}
