import type { VNode } from "preact";
import type { Piece } from "./read-blocks.ts";

/** A piece of the stored text. Its one text node has the offset `data-at`. */
export function TextPiece({ piece: { at, text } }: { piece: Piece }): VNode {
  return <span data-at={at}>{text}</span>;
}

export function TextPieces({ pieces }: { pieces: readonly Piece[] }): VNode {
  return (
    <>
      {pieces.map((piece) => (
        <TextPiece key={piece.at} piece={piece} />
      ))}
    </>
  );
}
