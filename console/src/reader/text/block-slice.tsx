import type { ComponentChildren, VNode } from "preact";
import { TextPiece, TextPieces } from "./piece.tsx";
import { type Block, readBlocks, type Row } from "./read-blocks.ts";
import type { SliceProps } from "./text-scroller.tsx";

/** A stored text as a reading page: headings, lists, tables and paragraphs. */
export function BlockSlice({ text, from, to }: SliceProps): VNode {
  return (
    <>
      {readBlocks(text, from, to).map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </>
  );
}

export function BlockView({ block }: { block: Block }): VNode {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level}>{<TextPieces pieces={block.pieces} />}</Heading>;
    case "item":
      return (
        <p class="item" style={{ "--depth": block.depth }}>
          <span class="item-marker">
            <TextPiece piece={block.marker} />
          </span>
          <span>
            <TextPieces pieces={block.pieces} />
          </span>
        </p>
      );
    case "table":
      return <TableView header={block.header} rows={block.rows} />;
    default:
      return (
        <div class={block.kind}>
          {block.lines.map((line) => (
            <p key={line.at} dir="auto">
              <TextPiece piece={line} />
            </p>
          ))}
        </div>
      );
  }
}

/** The document's own headings stand below the reader's heading. */
function Heading({ level, children }: { level: number; children: ComponentChildren }): VNode {
  const Tag = `h${Math.min(6, level + 2)}` as "h3";
  return (
    <Tag class={`document-heading level-${level}`} dir="auto">
      {children}
    </Tag>
  );
}

export function TableView({ header, rows }: { header: Row | null; rows: readonly Row[] }): VNode {
  return (
    <div class="table-scroller">
      <table>
        {header !== null && (
          <thead>
            <tr>
              {header.cells.map((pieces, index) => (
                <th key={index} scope="col">
                  <TextPieces pieces={pieces} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ at, cells }) => (
            <tr key={at}>
              {cells.map((pieces, index) => (
                <td key={index}>
                  <TextPieces pieces={pieces} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
