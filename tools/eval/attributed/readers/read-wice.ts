import * as z from "zod";
import type { AttributedSentence, SetFiles } from "../attributed-sentence.ts";
import { citedBy, sourceSentences } from "../source-sentences.ts";
import { readLines } from "./read-lines.ts";

const line = z.object({
  label: z.enum(["supported", "partially_supported", "not_supported"]),
  supporting_sentences: z.array(z.array(z.number().int().nonnegative())),
  claim: z.string(),
  evidence: z.array(z.string()),
  meta: z.object({ id: z.string(), claim_title: z.string() }),
});
const TITLE = "(meta data) TITLE: ";

/**
 * WiCE (Kamoi and others, 2023): sentences of Wikipedia and their cited pages. Annotators chose the
 * supporting sentences; the first annotator's choice counts. The title of the Wikipedia page serves as the
 * question.
 */
export function readWice(files: SetFiles): AttributedSentence[] {
  return readLines(files, /\/claim\/\w+\.jsonl$/, line).map(
    ({ label, supporting_sentences: sets, claim, evidence, meta }) => {
      const title = evidence.find((each) => each.startsWith(TITLE))?.slice(TITLE.length) ?? "";
      const sources = sourceSentences([{ title, sentences: evidence }]);
      const chosen = [...new Set(sets[0] ?? [])].flatMap((at) => sources.sentences[at] ?? []);
      return {
        group: meta.id,
        label,
        isSupported: label === "supported",
        sentence: claim,
        question: meta.claim_title,
        cited: chosen.length > 0 ? chosen : citedBy(claim, sources),
        given: sources.given,
      };
    },
  );
}
