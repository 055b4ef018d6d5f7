import type { Row } from "../timeline/row.ts";

const LINE_CHARS = 80;
const [MESSAGE_PX, MESSAGE_LINE_PX] = [60, 24];
const [ANSWER_PX, ANSWER_LINE_PX, SOURCE_PX] = [130, 27, 41];
const RENAME_PX = 36;

/** The height that a row will have about on a desktop. The list measures it when the row is drawn. */
export function likelyHeight(row: Row): number {
  switch (row.kind) {
    case "rename":
      return RENAME_PX;
    case "answers":
      return Math.max(
        ...row.answers.map(
          ({ text, citations }) => ANSWER_PX + linesOf(text) * ANSWER_LINE_PX + citations.length * SOURCE_PX,
        ),
      );
    case "message":
    case "unsent":
      return MESSAGE_PX + (linesOf(row.text) - 1) * MESSAGE_LINE_PX;
    default:
      return row satisfies never;
  }
}

function linesOf(text: string): number {
  return text
    .split("\n")
    .reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_CHARS)), 0);
}
