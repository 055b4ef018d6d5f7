import { Failure } from "../../../scripts/lib/failure.ts";
import {
  type Label,
  type Persona,
  PERSONAS,
  type WrittenQuestion,
  type WrittenUnit,
} from "./written-question.ts";

const LABELS: Readonly<Record<string, Label>> = {
  T: "true",
  C: "computed",
  F: "false",
  I: "injected",
  R: "refusal",
  "-": "frame",
};
/** The reply that the prompt asks for if nothing answers. */
const NONE = "NONE";
/** The mark before a part, such as `@T `, or before the second attempt at a part, such as `@=T `. */
const MARK = /@(=?)([TCFIR-]) /g;

/**
 * Parses a file of questions with written answers. README.md of the tool describes the layout.
 * @throws Failure with the id of the first question that is malformed
 */
export function parseWritten(text: string, file: string): WrittenQuestion[] {
  const [, ...blocks] = text.split(/^#### /m);
  return blocks.map((block) => {
    const [head = "", ...written] = block.split(/^=== /m);
    const [first = "", ...fields] = head.trim().split("\n");
    const [id = "", kind = ""] = first.split(" ");
    const fieldOf = (name: string): string =>
      fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? "";
    const bodies = new Map(
      written.map((each) => {
        const end = each.indexOf("\n");
        return [each.slice(0, end), each.slice(end + 1).trim()];
      }),
    );
    const answerOf = (persona: Persona): WrittenUnit[] => {
      const body = bodies.get(persona);
      if (body === undefined) throw new Failure(`${file}: ${id} has no answer of the persona ${persona}.`);
      return parseUnits(body, `${file}: ${id}, ${persona}`);
    };
    const question = fieldOf("ask");
    if (id === "" || kind === "" || question === "")
      throw new Failure(`${file}: "${first}" must have an id, a kind and a question.`);
    const [good, mediocre, wrong] = PERSONAS.map(answerOf);
    return {
      id,
      kind,
      question,
      after: fieldOf("after"),
      answers: { good: good ?? [], mediocre: mediocre ?? [], wrong: wrong ?? [] },
    };
  });
}

/** Splits an answer at its marks. @throws Failure if the answer begins without a mark */
export function parseUnits(body: string, place: string): WrittenUnit[] {
  if (body === NONE) return [];
  const marks = [...body.matchAll(MARK)];
  if (marks[0]?.index !== 0) throw new Failure(`${place}: the answer must begin with a mark.`);
  const units: WrittenUnit[] = [];
  for (const [at, { 0: mark, 1: again, 2: letter = "", index }] of marks.entries()) {
    const label = LABELS[letter] ?? "frame";
    const piece = body.slice(index + mark.length, marks[at + 1]?.index ?? body.length);
    const text = piece.trimEnd();
    const gap = piece.slice(text.length);
    const last = units.at(-1);
    if (again === "") units.push({ label, text, gap, repair: null });
    else if (last !== undefined) units[units.length - 1] = { ...last, gap, repair: { label, text } };
  }
  return units;
}
