import * as z from "zod";
import type { AttributedSentence, SetFiles } from "../attributed-sentence.ts";
import { readLines } from "./read-lines.ts";

const evidence = z.array(z.object({ section_header: z.string(), text: z.string() }));
const line = z.object({
  id: z.string(),
  label: z.enum(["SUPPORTS", "REFUTES"]),
  text: z.string(),
  wikipedia_page: z.string(),
  gold_evidence: evidence,
  retrieved_evidence: evidence,
});

/**
 * Fool Me Twice (Eisenschlos and others, 2021): claims that players wrote to mislead each other, with
 * evidence from Wikipedia. False claims have evidence too: the sentences that refute them.
 */
export function readFoolMeTwice(files: SetFiles): AttributedSentence[] {
  return readLines(files, /^dataset\/\w+\.jsonl$/, line).map((each) => ({
    group: each.wikipedia_page,
    label: each.label === "SUPPORTS" ? "supported" : "refuted",
    isSupported: each.label === "SUPPORTS",
    sentence: each.text,
    question: "",
    cited: each.gold_evidence.map(({ section_header: section, text }) => ({
      text,
      about: `${each.wikipedia_page}\n${section}`,
    })),
    given: [...each.gold_evidence, ...each.retrieved_evidence].map(({ text }) => text),
  }));
}
