import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { CitationChip, GoneChip } from "../citation-chip.tsx";
import type { Sentence } from "../timeline/row.ts";
import type { Cited } from "../timeline/stored-messages.ts";
import { goneNumbers } from "./gone-numbers.ts";
import { type Block, type Cell, type ListItem, parseAnswer } from "./parse-answer.ts";
import type { Piece } from "./parse-line.ts";
import { SentenceMark } from "./sentence-mark.tsx";
import { endOfPiece, splitPieces } from "./split-pieces.ts";
import { linkedText } from "./linked-text.tsx";

interface Given {
  readonly text: string;
  readonly citations: readonly Cited[];
  readonly sentences: readonly Sentence[];
  /** The first characters that are verified; all others are grey. */
  readonly proven: number;
}

interface Drawing extends Given {
  readonly byOrdinal: ReadonlyMap<number, Cited>;
  /** Numbers of deleted documents. */
  readonly gone: ReadonlySet<number>;
  /** Whether each text has an element of its own, so that the end of a draft changes no element of a long text. */
  readonly hasElements: boolean;
  /** Where pieces must end. */
  readonly offsets: readonly number[];
  /** Sentences that need a sign, by their ends. */
  readonly marked: ReadonlyMap<number, Sentence>;
}

/** Each mark changes the layout of its line, so a long draft gets its marks in several frames. */
const MARKS_PER_FRAME = 40;

/** The text of an answer with its citations and the signs of its sentences. */
export function AnswerText(given: Given): VNode {
  const { text, citations, sentences, proven } = given;
  const blocks = useMemo(() => parseAnswer(text), [text]);
  const wasDraft = useRef(false);
  wasDraft.current ||= proven < text.length;
  const weak = useMarked(sentences, wasDraft.current);
  const drawing = useMemo(
    (): Drawing => ({
      ...given,
      byOrdinal: new Map(citations.map((cited) => [cited.ordinal, cited])),
      gone: new Set(goneNumbers(text, citations)),
      hasElements: wasDraft.current,
      offsets: [proven, ...weak.map(({ end }) => end)],
      marked: new Map(weak.map((sentence) => [sentence.end, sentence])),
    }),
    [text, citations, weak, proven],
  );
  return (
    <div class="answer-text" dir="auto">
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} drawing={drawing} />
      ))}
    </div>
  );
}

/** The sentences that have a mark by now. */
function useMarked(sentences: readonly Sentence[], wasDraft: boolean): readonly Sentence[] {
  const weak = useMemo(
    () => sentences.filter(({ support }) => support === "unverified" || support === "contradicted"),
    [sentences],
  );
  const [marks, setMarks] = useState(0);
  const isWhole = !wasDraft || marks >= weak.length;
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() => setMarks(marks + MARKS_PER_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [isWhole, marks]);
  return useMemo(() => (isWhole ? weak : weak.slice(0, marks)), [weak, isWhole, marks]);
}

function BlockView({ block, drawing }: { block: Block; drawing: Drawing }): VNode {
  switch (block.kind) {
    case "paragraph":
      return <p>{drawn(block.pieces, drawing)}</p>;
    case "heading":
      return <p class="answer-heading">{drawn(block.pieces, drawing)}</p>;
    case "list":
      return <ListView isOrdered={block.isOrdered} items={block.items} drawing={drawing} />;
    case "table":
      return <TableView head={block.head} rows={block.rows} drawing={drawing} />;
    case "code":
      return (
        <>
          <pre tabIndex={0}>
            <code>{drawn([block.piece], drawing)}</code>
          </pre>
          {marksWithin(drawing, block.piece.start, block.end + CODE_END_CHARS)}
        </>
      );
    default:
      return block satisfies never;
  }
}

/** The mark of a code block may cover its last fence. */
const CODE_END_CHARS = 8;

function ListView({
  isOrdered,
  items,
  drawing,
}: {
  isOrdered: boolean;
  items: readonly ListItem[];
  drawing: Drawing;
}): VNode {
  const children = items.map(({ depth, value, pieces }, at) => (
    <li
      key={at}
      style={{ marginInlineStart: `${depth * 1.25}rem` }}
      {...(isOrdered && value !== null ? { value } : {})}
    >
      {drawn(pieces, drawing)}
    </li>
  ));
  return isOrdered ? <ol>{children}</ol> : <ul>{children}</ul>;
}

function TableView({
  head,
  rows,
  drawing,
}: {
  head: readonly Cell[];
  rows: readonly (readonly Cell[])[];
  drawing: Drawing;
}): VNode {
  return (
    <div class="answer-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                {drawn(cell, drawing)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) => (
                <td key={at}>
                  {drawn(cell, drawing)}
                  {at === row.length - 1 && rowMarks(drawing, row, rows[line + 1])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The mark of a table row ends behind its last cell. */
function rowMarks(drawing: Drawing, row: readonly Cell[], next: readonly Cell[] | undefined): VNode[] {
  const last = row.at(-1)?.at(-1);
  const from = last === undefined ? 0 : endOfPiece(last);
  return marksWithin(drawing, from + 1, next?.[0]?.[0]?.start ?? from + CODE_END_CHARS);
}

function marksWithin({ marked }: Drawing, from: number, to: number): VNode[] {
  return [...marked.values()]
    .filter(({ end }) => end >= from && end < to)
    .map((sentence) => <SentenceMark key={sentence.end} sentence={sentence} />);
}

function drawn(pieces: readonly Piece[], drawing: Drawing): ComponentChildren[] {
  return splitPieces(pieces, drawing.offsets).flatMap((piece, at) => {
    const sentence = drawing.marked.get(endOfPiece(piece));
    const view = <PieceView key={at} piece={piece} drawing={drawing} />;
    return sentence === undefined ? [view] : [view, <SentenceMark key={`${at} mark`} sentence={sentence} />];
  });
}

function PieceView({ piece, drawing }: { piece: Piece; drawing: Drawing }): VNode {
  if (piece.kind === "break") return <br />;
  const isProven = piece.start < drawing.proven;
  if (piece.kind === "number") {
    const cited = drawing.byOrdinal.get(piece.ordinal);
    if (cited !== undefined) return <CitationChip cited={cited} />;
    if (drawing.gone.has(piece.ordinal)) return <GoneChip number={piece.ordinal} />;
    return <span class={isProven ? "" : "unproven"}>{piece.text}</span>;
  }
  const text = piece.isCode === true ? <code>{piece.text}</code> : linkedText(piece.text);
  if (isProven && piece.isBold === true) return <strong>{text}</strong>;
  return drawing.hasElements ? <span class={isProven ? "" : "unproven"}>{text}</span> : <>{text}</>;
}
