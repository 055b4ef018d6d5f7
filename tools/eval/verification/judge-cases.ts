import { type MarkRequest, parseMarkRequest } from "../../../src/answering/verification/mark-request.ts";
import { type Mark, markSentence } from "../../../src/answering/verification/mark-sentence.ts";
import { type ModelInput, parseModelInput } from "../../../src/answering/verification/model-input.ts";
import {
  measureTermOverlap,
  type OverlapFeatures,
} from "../../../src/answering/verification/term-overlap.ts";
import type { StatementCase } from "./statement-case.ts";

/** The input of the verification; `given` is the writer's whole context. */
export type VerificationCase = Pick<StatementCase, "sentence" | "question" | "cited" | "given">;

export interface Judged<Case extends VerificationCase> {
  readonly case: Case;
  readonly mark: Mark;
  readonly signs: OverlapFeatures;
}

export type JudgedCase = Judged<StatementCase>;

/** True if the mark says that the sources support the sentence. */
export const isMarkedSupported = ({ mark: { support } }: { readonly mark: Mark }): boolean =>
  support === "quoted" || support === "supported";

export function judgeCases<Case extends VerificationCase>(cases: readonly Case[]): Judged<Case>[] {
  const inputs = new Map<readonly string[], Map<string, ModelInput>>();
  const inputOf = ({ given, question }: Case): ModelInput => {
    const ofGiven = inputs.get(given) ?? new Map<string, ModelInput>();
    inputs.set(given, ofGiven);
    const input = ofGiven.get(question) ?? parseModelInput([...given, question]);
    ofGiven.set(question, input);
    return input;
  };
  return cases.map((each): Judged<Case> => {
    const { sentence, cited, question } = each;
    const request: MarkRequest = { sentence, cited, question, input: inputOf(each) };
    return {
      case: each,
      mark: markSentence(request),
      signs: measureTermOverlap(parseMarkRequest(request)).features,
    };
  });
}
