import type { Piece } from "./parse-line.ts";

type TextPiece = Extract<Piece, { kind: "text" }>;

/** Splits texts at the given offsets of the answer, so that no text lies on both sides of one. */
export function splitPieces(pieces: readonly Piece[], offsets: readonly number[]): Piece[] {
  return pieces.flatMap((piece): Piece[] => {
    if (piece.kind !== "text") return [piece];
    const inside = offsets.filter((at) => at > piece.start && at < piece.start + piece.text.length);
    return inside.length === 0 ? [piece] : cut(piece, inside);
  });
}

function cut(piece: TextPiece, offsets: readonly number[]): Piece[] {
  const bounds = [
    piece.start,
    ...offsets.toSorted((one, other) => one - other),
    piece.start + piece.text.length,
  ];
  return bounds.slice(1).map((end, at) => {
    const start = bounds[at] ?? piece.start;
    return { ...piece, start, text: piece.text.slice(start - piece.start, end - piece.start) };
  });
}

/** The offset behind a piece. */
export function endOfPiece(piece: Piece): number {
  return piece.kind === "break" ? piece.start + 1 : piece.start + piece.text.length;
}
