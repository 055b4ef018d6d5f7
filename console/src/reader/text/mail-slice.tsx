import type { VNode } from "preact";
import { t } from "../../words/t.ts";
import { BlockView } from "./block-slice.tsx";
import { TextPieces } from "./piece.tsx";
import { type Block, readBlocks } from "./read-blocks.ts";
import type { SliceProps } from "./text-scroller.tsx";

type Item = Extract<Block, { readonly kind: "item" }>;

/** A message: its head, its text, and quoted parts folded unless the cited words are inside. */
export function MailSlice({ text, from, to, mark }: SliceProps): VNode {
  const blocks = readBlocks(text, from, to);
  const first = blocks.findIndex((block) => block.kind !== "item");
  const head = blocks.slice(0, first < 0 ? blocks.length : first) as readonly Item[];
  return (
    <article class="mail">
      {head.length > 0 && (
        <ul class="mail-head">
          {head.map(({ marker, pieces }) => (
            <li key={marker.at}>
              <TextPieces pieces={pieces} />
            </li>
          ))}
        </ul>
      )}
      {blocks
        .slice(head.length)
        .map((block, index) =>
          block.kind === "quote" ? (
            <Quoted key={index} block={block} isOpen={mark !== null && isWithin(block, mark)} />
          ) : (
            <BlockView key={index} block={block} />
          ),
        )}
    </article>
  );
}

type Quote = Extract<Block, { readonly kind: "quote" | "paragraph" }>;

function Quoted({ block, isOpen }: { block: Quote; isOpen: boolean }): VNode {
  return (
    <details class="quoted" open={isOpen}>
      <summary class="small">{t("reader.quoted")}</summary>
      <BlockView block={block} />
    </details>
  );
}

function isWithin({ lines }: Quote, mark: { readonly start: number; readonly end: number }): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    first.at < mark.end &&
    last.at + last.text.length > mark.start
  );
}
