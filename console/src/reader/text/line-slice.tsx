import type { VNode } from "preact";
import { lineNumberAt } from "./line-number-at.ts";
import { TextPiece } from "./piece.tsx";
import type { SliceProps } from "./text-scroller.tsx";

/** Lines of plain text, code and data with their numbers. */
export function LineSlice({ text, from, to }: SliceProps): VNode {
  const first = lineNumberAt(text, from);
  let at = from;
  const lines = text
    .slice(from, to)
    .replace(/\n$/, "")
    .split("\n")
    .map((line, index) => {
      const piece = { at, text: line };
      at += line.length + 1;
      return (
        <div key={index} class="line">
          <span class="line-number" aria-hidden="true" data-line={first + index} />
          <TextPiece piece={piece} />
        </div>
      );
    });
  return <>{lines}</>;
}
