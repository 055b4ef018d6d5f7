import { composeAnswer } from "./compose-answer.ts";
import type { Form } from "./grade-answer.ts";
import { isFaithful, type WrittenUnit } from "./written-question.ts";

const PLACEHOLDER = /\{\{.*?\}\}/g;
const FIGURE = /\d+(?:[.,]\d+)*/g;

/**
 * Grades an answer that the service computed from a table without the model. It must contain the lines that
 * the true parts of the good persona cite, and the figures of these parts: all for `good`, half for `damaged`.
 */
export function gradeComputed(units: readonly WrittenUnit[], content: string): Form {
  const faithful = units.filter(({ label }) => isFaithful(label));
  const view = { sentences: content.split("\n"), prompt: content };
  const figures = new Set(content.match(FIGURE));
  const told = faithful.filter(
    (unit) =>
      composeAnswer([unit], view).units.length > 0 &&
      (unit.text.replace(PLACEHOLDER, "").match(FIGURE) ?? []).every((figure) => figures.has(figure)),
  );
  if (told.length === 0 || told.length * 2 < faithful.length) return "ruined";
  return told.length === faithful.length ? "good" : "damaged";
}
