import { coverageOf, type CoverageSigns } from "../../../src/domain/proof/coverage.ts";
import { type Proof, proveSentence } from "../../../src/domain/proof/prove-sentence.ts";
import { namesIn, type ProofRequest, readProofRequest } from "../../../src/domain/proof/proof-request.ts";
import type { StatementCase } from "./statement-case.ts";

/** What is asked of the proof; `given` is all that the writer was given. */
export type ProofCase = Pick<StatementCase, "sentence" | "question" | "cited" | "given">;

export interface Judged<Case extends ProofCase> {
  readonly case: Case;
  readonly proof: Proof;
  readonly signs: CoverageSigns;
}

export type JudgedCase = Judged<StatementCase>;

export function judgeCases<Case extends ProofCase>(cases: readonly Case[]): Judged<Case>[] {
  const names = new Map<readonly string[], Set<string>>();
  const judged: Judged<Case>[] = [];
  for (const each of cases) {
    const given = names.get(each.given) ?? namesIn(each.given);
    names.set(each.given, given);
    const request: ProofRequest = {
      sentence: each.sentence,
      cited: each.cited,
      question: each.question,
      names: given,
    };
    judged.push({ case: each, proof: proveSentence(request), signs: coverageOf(readProofRequest(request)).signs });
  }
  return judged;
}
