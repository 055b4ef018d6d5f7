import { coverageOf, type CoverageSigns } from "../../src/domain/proof/coverage.ts";
import { type Proof, proveSentence } from "../../src/domain/proof/prove-sentence.ts";
import { namesIn, type ProofRequest, readProofRequest } from "../../src/domain/proof/proof-request.ts";
import type { StatementCase } from "./statement-case.ts";

export interface JudgedCase {
  readonly case: StatementCase;
  readonly proof: Proof;
  readonly signs: CoverageSigns;
}

export function judgeCases(cases: readonly StatementCase[]): JudgedCase[] {
  const names = new Map<readonly string[], Set<string>>();
  const judged: JudgedCase[] = [];
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
