import { newId } from "../domain/ids.ts";
import type { Passage } from "../domain/retrieval.ts";
import {
  type AnswerRef,
  areCitable,
  type PlainAnswerRef,
  type Source,
} from "../storage/d1/answers/citable-sources.ts";
import type { Assertion } from "../storage/d1/core/commit.ts";
import type { AnswerQuote } from "./answerer.ts";
import type { SentCitation } from "./finalize-answer.ts";

/**
 * Returns assertions that each source is in the answer's scope, readable by the author of the question, and
 * ready.
 */
export function assertSources(answer: AnswerRef | PlainAnswerRef, sources: readonly Source[]): Assertion[] {
  return sources.length === 0 ? [] : [{ name: "sources", holds: areCitable(answer, sources) }];
}

export function distinctSources(all: readonly Source[]): Source[] {
  return [...new Map(all.map((source) => [sourceKey(source), source])).values()];
}

export function sourceKey({ assetId, version }: Source): string {
  return `${assetId} ${version}`;
}

/** Assigns each quote a citation id and the name of its document in the index. */
export function citationsOf(quotes: readonly AnswerQuote[], passages: readonly Passage[]): SentCitation[] {
  const names = new Map(passages.map(({ assetId, displayName }) => [assetId, displayName]));
  return quotes.map(({ said = [], support = "quoted", ...quote }) => {
    return {
      id: newId("cite"),
      ...quote,
      support,
      said: said.join("\n"),
      displayName: names.get(quote.assetId) ?? "",
    };
  });
}
