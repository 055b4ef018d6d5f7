import type { VNode } from "preact";
import { t } from "../../words/t.ts";
import { locatorAt, type Place } from "../use-places.ts";
import { BlockView } from "./block-slice.tsx";
import { TextPieces } from "./piece.tsx";
import { type Block, readBlocks, type Row } from "./read-blocks.ts";
import type { SliceProps } from "./text-scroller.tsx";

type Table = Extract<Block, { readonly kind: "table" }>;

/** A sheet as a grid with its header fixed. Text that is no table is drawn as blocks. */
export function GridSlice({ text, from, to, places, mark }: SliceProps): VNode {
  const isMarked = (row: Row): boolean => {
    const end = row.cells.flat().at(-1);
    return mark !== null && row.at < mark.end && (end?.at ?? row.at) + (end?.text.length ?? 0) > mark.start;
  };
  return (
    <>
      {joined(readBlocks(text, from, to), isMarked).map((block, index) =>
        block.kind === "table" ? (
          <Grid key={index} table={block} text={text} places={places} isMarked={isMarked} />
        ) : (
          <BlockView key={index} block={block} />
        ),
      )}
    </>
  );
}

/**
 * Joins the groups of a table: extractors repeat its header before each group of rows. A repeated header
 * stays if the cited words contain it.
 */
function joined(blocks: readonly Block[], isMarked: (row: Row) => boolean): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.kind !== "table" || last?.kind !== "table" || !isSameHeader(last.header, block.header)) {
      result.push(block);
      continue;
    }
    const repeated = block.header !== null && isMarked(block.header) ? [block.header] : [];
    result[result.length - 1] = { ...last, rows: [...last.rows, ...repeated, ...block.rows] };
  }
  return result;
}

function isSameHeader(one: Row | null, other: Row | null): boolean {
  return one !== null && other !== null && wordsOf(one) === wordsOf(other);
}

function wordsOf({ cells }: Row): string {
  return JSON.stringify(cells.map((pieces) => pieces.map((piece) => piece.text).join("")));
}

function Grid({
  table: { header, rows },
  text,
  places,
  isMarked,
}: {
  table: Table;
  text: string;
  places: readonly Place[];
  isMarked: (row: Row) => boolean;
}): VNode {
  return (
    <table class="grid">
      {header !== null && (
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{t("reader.row")}</span>
            </th>
            {header.cells.map((pieces, index) => (
              <th key={index} scope="col">
                <TextPieces pieces={pieces} />
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={row.at} class={isMarked(row) ? "is-cited" : ""}>
            <th scope="row" class="numbers">
              {numberOf(places, text, row)}
            </th>
            {row.cells.map((pieces, index) => (
              <td key={index} dir="auto">
                <TextPieces pieces={pieces} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The row of the sheet, or the line of the file. */
function numberOf(places: readonly Place[], text: string, { at }: Row): string {
  const place = locatorAt(places, text, at);
  if (place?.kind === "sheet") return String(place.row ?? "");
  return place?.kind === "line" ? String(place.line) : "";
}
