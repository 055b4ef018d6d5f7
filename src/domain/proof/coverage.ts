import type { Known } from "./proof-request.ts";
import type { Statement } from "./statement.ts";
import { RULE } from "./weights.ts";

/** Shares of a sentence's content words, 0 to 1, but where it says otherwise. */
export interface CoverageSigns {
  readonly one: 1;
  /** Standing in the cited sentences. */
  readonly said: number;
  /** Standing in what says what those are about, or in the question, alone. */
  readonly about: number;
  readonly asked: number;
  /** How many stand nowhere, up to 8, of 8. */
  readonly strange: number;
  /** The most of those one after the other, up to 6, of 6: standing in no cited sentence. */
  readonly run: number;
  /** Neighbours of the sentence that are neighbours there. */
  readonly pairs: number;
}

export const SIGNS: readonly (keyof CoverageSigns)[] = ["one", "said", "about", "asked", "strange", "run", "pairs"];

export interface Coverage {
  readonly signs: CoverageSigns;
  /** How sure it is that they say it: all of it, a part, or neither. */
  readonly support: "supports" | "partial" | null;
}

const MAX_STRANGE = 8;
const MAX_PER_RUN = 6;
/** Neighbours have so few content words between them. */
const NEAR = 2;

export function coverageOf(known: Known): Coverage {
  const signs = signsOf(known);
  const odds = SIGNS.reduce((sum, name) => sum + signs[name] * RULE.signs[name], 0);
  const certainty = 1 / (1 + Math.exp(-odds));
  return { signs, support: certainty >= RULE.supportedFrom ? "supports" : certainty >= RULE.partialFrom ? "partial" : null };
}

function signsOf({ said, sources, about, question }: Known): CoverageSigns {
  // A number is no content: its value has to be there, however it is written.
  const content = [...new Set(contentOf(said))];
  const held = { said: 0, about: 0, asked: 0, strange: 0 };
  const isThere = (stem: string): boolean => sources.some(({ stems }) => stems.has(stem));
  for (const stem of content) {
    if (isThere(stem)) held.said += 1;
    else if (about.some(({ stems }) => stems.has(stem))) held.about += 1;
    else if (question.stems.has(stem)) held.asked += 1;
    else held.strange += 1;
  }
  const whole = Math.max(1, content.length);
  return {
    one: 1,
    said: held.said / whole,
    about: held.about / whole,
    asked: held.asked / whole,
    strange: Math.min(MAX_STRANGE, held.strange) / MAX_STRANGE,
    run: Math.min(MAX_PER_RUN, longestRun(contentOf(said), isThere)) / MAX_PER_RUN,
    pairs: sharedPairs(said, sources),
  };
}

/** Of content words that stand in no cited sentence. */
function longestRun(content: readonly string[], isThere: (stem: string) => boolean): number {
  let [longest, run] = [0, 0];
  for (const stem of content) {
    run = isThere(stem) ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const contentOf = ({ words }: Statement): string[] =>
  words.flatMap(({ kind, stem }) => (kind === "function" || kind === "number" ? [] : [stem]));

function sharedPairs(said: Statement, sources: readonly Statement[]): number {
  const own = contentOf(said);
  if (own.length < 2) return 1;
  const near = new Set<string>();
  for (const source of sources) {
    const theirs = contentOf(source);
    for (const [at, stem] of theirs.entries()) {
      for (let next = at + 1; next <= at + 1 + NEAR && next < theirs.length; next += 1) {
        near.add(`${stem}\n${theirs[next]}`);
        near.add(`${theirs[next]}\n${stem}`);
      }
    }
  }
  const shared = own.slice(1).filter((stem, at) => near.has(`${own[at]}\n${stem}`)).length;
  return shared / (own.length - 1);
}
