import * as z from "zod";
import { splitSentences } from "../../../../src/text/sentences.ts";
import type { AttributedSentence, SetFiles } from "../attributed-sentence.ts";
import { citedBy, sentencesOf, sourceSentences, type SourceSentences } from "../source-sentences.ts";
import { readFiles } from "./read-lines.ts";

const annotation = z.object({
  label: z.array(z.string()),
  summary_start: z.number().nullable(),
  summary_end: z.number().nullable(),
});
const batch = z.object({
  samples: z.array(z.object({ source: z.string(), summary: z.string(), annotations: z.array(annotation) })),
});
type Annotation = z.output<typeof annotation>;

/**
 * FaithBench (Bao and others, 2025): model summaries on which hallucination detectors disagree, with spans
 * that annotators marked. A sentence takes its worst span's label: `unwanted`, else `questionable`, else
 * `benign` (unsupported but harmless). The last two are excluded from the totals, because annotators were
 * unsure or did not object.
 */
export function readFaithBench(files: SetFiles): AttributedSentence[] {
  const known = new Map<string, SourceSentences>();
  return readFiles(files, /\/batch_\d+\.json$/, batch).flatMap(({ content: { samples } }) =>
    samples.flatMap(({ source, summary, annotations }) => {
      const sources = known.get(source) ?? sourceSentences([{ title: "", sentences: sentencesOf(source) }]);
      known.set(source, sources);
      return splitSentences(summary).map(({ start, end }): AttributedSentence => {
        const sentence = summary.slice(start, end).replace(/\s+/g, " ").trim();
        const own = annotations.filter(
          (each) => (each.summary_start ?? 0) < end && (each.summary_end ?? 0) > start,
        );
        const cited = citedBy(sentence, sources);
        return { group: source, ...foundIn(own), sentence, question: "", cited, given: sources.given };
      });
    }),
  );
}

function foundIn(annotations: readonly Annotation[]): { label: string; isSupported: boolean | null } {
  const labels = new Set(annotations.flatMap(({ label }) => label));
  const unwanted = [...labels].filter((label) => label.startsWith("Unwanted"));
  if (unwanted.length > 0) {
    const [intrinsic, extrinsic] = [labels.has("Unwanted.Intrinsic"), labels.has("Unwanted.Extrinsic")];
    const kind = intrinsic
      ? extrinsic
        ? "unwanted, both"
        : "unwanted, intrinsic"
      : extrinsic
        ? "unwanted, extrinsic"
        : "unwanted";
    return { label: kind, isSupported: false };
  }
  if (labels.has("Questionable")) return { label: "questionable", isSupported: null };
  return labels.has("Benign")
    ? { label: "benign", isSupported: null }
    : { label: "consistent", isSupported: true };
}
