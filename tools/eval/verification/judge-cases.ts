import { measureTermOverlap, type OverlapFeatures } from "../../../src/domain/verification/term-overlap.ts";
import { type Verification, verifySentence } from "../../../src/domain/verification/verify-sentence.ts";
import {
  nameStems,
  type VerificationRequest,
  parseVerificationRequest,
} from "../../../src/domain/verification/verification-request.ts";
import type { StatementCase } from "./statement-case.ts";

/** The input of the verification; `given` is the writer's whole context. */
export type VerificationCase = Pick<StatementCase, "sentence" | "question" | "cited" | "given">;

export interface Judged<Case extends VerificationCase> {
  readonly case: Case;
  readonly proof: Verification;
  readonly signs: OverlapFeatures;
}

export type JudgedCase = Judged<StatementCase>;

export function judgeCases<Case extends VerificationCase>(cases: readonly Case[]): Judged<Case>[] {
  const names = new Map<readonly string[], Set<string>>();
  const judged: Judged<Case>[] = [];
  for (const each of cases) {
    const given = names.get(each.given) ?? nameStems(each.given);
    names.set(each.given, given);
    const request: VerificationRequest = {
      sentence: each.sentence,
      cited: each.cited,
      question: each.question,
      names: given,
    };
    judged.push({
      case: each,
      proof: verifySentence(request),
      signs: measureTermOverlap(parseVerificationRequest(request)).features,
    });
  }
  return judged;
}
