import type { Passage } from "../../domain/retrieval.ts";
import { type ModelUsage, UNSPENT } from "../../domain/usage.ts";
import type { LanguageModel } from "../../models/language-model.ts";
import type { ScopeDocument } from "../../storage/d1/answers/scope-documents.ts";
import { type QuestionLanguage, questionLanguage, textLanguage } from "../../text/question-language.ts";
import type { OnUsage } from "../answerer.ts";
import { newNonce } from "../generation/compose-prompt.ts";
import { type EarlierTurn, writeQueries, type WrittenQueries } from "./write-queries.ts";

/** A language model that helps the search. */
export interface SearchModel {
  readonly model: LanguageModel;
  /** Aborts as soon as no client waits for the answer. */
  readonly signal: AbortSignal;
  readonly onUsage?: OnUsage | undefined;
}

/** Documents of the scope and the first passages of each. */
export interface ScopeSample {
  readonly documents: readonly ScopeDocument[];
  readonly passages: readonly Passage[];
}

interface RewriterInput {
  readonly question: string;
  readonly conversation: readonly EarlierTurn[];
  readonly readSample: () => Promise<ScopeSample>;
}

/**
 * Lets a language model rewrite a question into search queries, if this can help: the question belongs to a
 * conversation, or documents are in another language.
 */
export class QuestionRewriter {
  readonly #searchModel: SearchModel;
  readonly #input: RewriterInput;
  #written: Promise<WrittenQueries | null> | null = null;
  #spent: ModelUsage = UNSPENT;

  constructor(searchModel: SearchModel, input: RewriterInput) {
    this.#searchModel = searchModel;
    this.#input = input;
  }

  /** Usage of the model so far. */
  get spent(): ModelUsage {
    return this.#spent;
  }

  /**
   * Calls the model once. Later calls return the same queries.
   * @param alone the search with the question as it is; the languages of its passages count
   * @returns null if the search must do without the model
   */
  async rewrite(alone: Promise<{ readonly passages: readonly Passage[] }>): Promise<WrittenQueries | null> {
    return await (this.#written ??= this.#rewrite(alone));
  }

  async #rewrite(alone: Promise<{ readonly passages: readonly Passage[] }>): Promise<WrittenQueries | null> {
    const { question, conversation, readSample } = this.#input;
    const [sample, { passages }] = await Promise.all([readSample(), alone]);
    const languages = languagesOf([...passages, ...sample.passages]);
    const asked = questionLanguage(question);
    if (conversation.length === 0 && languages.every((language) => language === asked)) return null;
    const { model, signal, onUsage } = this.#searchModel;
    const titles = sample.documents.map(({ displayName }) => displayName);
    const { written, spent } = await writeQueries(
      { model, signal, nonce: newNonce() },
      { question, conversation, titles, languages: languages.flatMap(nameOf) },
    );
    this.#spent = spent;
    onUsage?.(spent);
    return written;
  }
}

function languagesOf(passages: readonly Passage[]): QuestionLanguage[] {
  return [...new Set(passages.map(({ text }) => textLanguage(text)))].filter((language) => language !== null);
}

/** The English name of a language. None for text whose language is unknown. */
function nameOf(language: QuestionLanguage): string[] {
  if (language === "spaced" || language === "unspaced") return [];
  const name = new Intl.DisplayNames("en", { type: "language" }).of(language);
  return name === undefined ? [] : [name];
}
