import { stem } from "../../text/stemmer.ts";
import { normalizeText, isStopWord, termsOf } from "../../text/terms.ts";

/**
 * Words for document types. The name of a document may lack them: "the ladder standard" is "WS-114 Portable
 * ladders".
 */
const KINDS = new Set(
  `document file text paper report article book story letter note notes minutes contract agreement policy rule rules regulation standard guide
  manual handbook list plan specification spec presentation slides page website site table sheet brochure leaflet chapter license licence faq readme
  changelog documentation doc law act
  dokument datei bericht brief vertrag lizenz gesetz ordnung handbuch anleitung liste artikel buch protokoll richtlinie norm
  rapport lettre contrat guide manuel livre liste reglement proces verbal compte rendu norme
  documento archivo informe carta contrato manual guia libro lista acta norma regolamento verbale libro lettera relatorio livro ata
  verslag brief contract handleiding gids boek lijst notulen отчет письмо договор книга список правила руководство протокол`
    .split(/\s+/)
    .map((word) => stem(normalizeText(word))),
);

/** Returns the stems of a name. */
function wordsOf(text: string): string[] {
  const terms = termsOf(text).map(({ term }) => term);
  const telling = terms.filter((term) => !isStopWord(term));
  return [...new Set((telling.length > 0 ? telling : terms).map(stem))];
}

/**
 * Returns the documents whose name contains all words of the request. If there are none, ignores words for
 * document types. Often returns an empty list. A single common word ("the report") matches every name that
 * contains it.
 */
export function matchDocuments<T extends { readonly displayName: string }>(
  named: string,
  documents: readonly T[],
): T[] {
  const words = wordsOf(named);
  const telling = words.filter((word) => !KINDS.has(word));
  const names = documents.map((document) => ({ document, words: new Set(wordsOf(document.displayName)) }));
  for (const asked of [words, telling]) {
    if (asked.length === 0) continue;
    const fitting = names.filter((name) => asked.every((word) => name.words.has(word)));
    if (fitting.length > 0) return fitting.map(({ document }) => document);
  }
  return [];
}

/** True if the request names only a document type: "the report". */
export function namesOnlyDocumentType(named: string): boolean {
  return wordsOf(named).every((word) => KINDS.has(word));
}
