import type { SearchResult } from "../domain/retrieval.ts";
import type { SearchInput } from "../knowledge-index/api.ts";
import type { AnswerScope } from "../storage/d1/answer-scope.ts";
import { citableSources, type Source } from "../storage/d1/citable-sources.ts";
import type { Database } from "../storage/d1/database.ts";
import type { Question } from "./end-answer.ts";
import { questionLanguage } from "./question-language.ts";
import { leastConfidence } from "./refusal.ts";

/** Enough that what remains after a check against D1 still fills the answerer's table. */
const PASSAGES_SOUGHT = 12;
const NOTHING: SearchResult = { passages: [], confidence: 0 };

interface Context {
  readonly db: Database;
  readonly search: (input: SearchInput) => Promise<SearchResult>;
  /** Told at each step what is being done, for the failure that may come. */
  readonly onStep: (doing: string) => void;
}

type Looked = Pick<AnswerScope, "collectionIds" | "assetIds">;

/** Finds what an answer may rest on: first in what its prompt mentions; when that does not answer, in all of its scope. */
export class Retrieval {
  readonly #ctx: Context;
  readonly #question: Question;
  readonly #scope: AnswerScope;
  /** Where to look, one after the other, and what the index found there. */
  readonly #places: readonly Looked[];
  readonly #found: SearchResult[] = [];

  constructor(ctx: Context, question: Question, scope: AnswerScope) {
    this.#ctx = ctx;
    this.#question = question;
    this.#scope = scope;
    this.#places = [scope.mentioned, scope].filter((place) => place.collectionIds.length + place.assetIds.length > 0);
  }

  /** What D1 lets the answer cite at this moment. The index is asked once for each place, D1 only about what seems to answer, and what comes last. */
  async findCitable(): Promise<SearchResult> {
    for (const [at, place] of this.#places.entries()) {
      const isLast = at === this.#places.length - 1;
      const found = (this.#found[at] ??= await this.#search(place));
      if (!isLast && !this.#answers(found)) continue;
      const kept = await this.#keepCitable(found);
      if (isLast || this.#answers(kept)) return kept;
    }
    return NOTHING;
  }

  async #search({ collectionIds, assetIds }: Looked): Promise<SearchResult> {
    this.#ctx.onStep("searching the documents");
    const { removedAssetIds: excludedAssetIds } = this.#scope;
    return this.#ctx.search({ query: this.#question.question, collectionIds, assetIds, excludedAssetIds, limit: PASSAGES_SOUGHT });
  }

  /** The index lags behind D1: what D1 does not confirm goes, and with it that passage's part in the confidence. */
  async #keepCitable(found: SearchResult): Promise<SearchResult> {
    const best = found.passages[0];
    if (best === undefined) return found;
    this.#ctx.onStep("checking the sources");
    const { db } = this.#ctx;
    const { citable } = await db.read({ citable: citableSources(db, this.#question, distinctSources(found.passages)) });
    const confirmed = new Set(citable.map(sourceKey));
    const passages = found.passages.filter((passage) => confirmed.has(sourceKey(passage)));
    const share = (passages[0]?.score ?? 0) / best.score;
    return { passages, confidence: found.confidence * Math.min(1, share) };
  }

  #answers({ confidence }: SearchResult): boolean {
    return confidence >= leastConfidence(questionLanguage(this.#question.question));
  }
}

function sourceKey({ assetId, version }: Source): string {
  return `${assetId} ${version}`;
}

export function distinctSources(all: readonly Source[]): Source[] {
  return [...new Map(all.map((source) => [sourceKey(source), source])).values()];
}
