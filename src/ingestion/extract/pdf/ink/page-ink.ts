import { type Box, grown, intersect, isEmpty, type Matrix, transformed } from "./box.ts";
import { type Color, isDictionary, isSameColor, type PdfDictionary, WHITE } from "./colors.ts";
import { DrawnPath } from "./drawn-path.ts";
import { type GraphicsState, INITIAL, STATE_OPERATORS } from "./graphics-state.ts";
import { PaintedAreas, PictureMap } from "./painted-areas.ts";

/** pdf.js's state of a text reader, which each `q` copies. */
interface TextState {
  readonly ctm: Matrix;
  readonly font?: { readonly isType3Font?: boolean } | null;
  ink?: GraphicsState;
}

/** A form that holds no text, to paint again. `true`: an image. */
type Repeated = true | { readonly box: Box; readonly matrix: Matrix };

/** Whether readers see a text. `behind`: only if a picture shows the same place, as in scans with OCR. */
export type Visibility = "seen" | "unseen" | "behind";

/** The last entry of a page's content. */
export interface InkSummary {
  readonly type: "ink";
  readonly page: Box;
  readonly pictures: Uint8Array<ArrayBuffer>;
  /** Number of texts outside of the page. */
  readonly outside: number;
}

/** Largest size of letters that nobody can read, in points, and as a share of the page's height. */
const TINY = { points: 1, share: 1 / 600 };
const MIN_ALPHA = 0.05;
const OPAQUE = 0.95;
/** Minimum width of a line that may be the background of text, in points. */
const MIN_BACKGROUND_LINE = 4;
/** Largest part of a drawing that may be the outline of letters, as a share of the page. */
const OUTLINE_SHARE = 0.25;
/** A piece of text is unseen if less than this share of its letters lies within the clipping path. */
const MIN_UNCLIPPED = 0.2;
/** The middle of a letter and its box, in font sizes from its origin. */
const MIDDLE = { along: 0.25, across: 0.3 };
const LETTER = { x1: 0, y1: -0.2, x2: 0.5, y2: 0.8 };
const UNIT: Box = { x1: 0, y1: 0, x2: 1, y2: 1 };
const [STROKE, NO_RENDERING, CLIP_ONLY] = [1, 3, 7];
/** Fewer letters outside of the page are the end of a line that is too long, or a mark for printers. */
const MIN_OUTSIDE_LETTERS = 12;

const PAINTS: Readonly<Record<string, readonly ("fill" | "stroke")[]>> = {
  fill: ["fill"],
  eoFill: ["fill"],
  stroke: ["stroke"],
  closeStroke: ["stroke"],
  fillStroke: ["fill", "stroke"],
  eoFillStroke: ["fill", "stroke"],
  closeFillStroke: ["fill", "stroke"],
  closeEOFillStroke: ["fill", "stroke"],
  endPath: [],
};

/**
 * Follows what a page paints, so that each letter can be compared with its background. pdf.js calls it with
 * each operator and each letter, with the patch of `scripts/patch-pdfjs.mjs`. A step costs constant time.
 */
export class PageInk {
  readonly #page: Box;
  readonly #names = new Map<number, string>();
  readonly #areas: PaintedAreas;
  readonly #pictures: PictureMap;
  readonly #path = new DrawnPath();
  readonly #tiny: number;
  #letters = 0;
  #clipped = 0;
  #outside = 0;
  #outsideLetters = 0;

  /**
   * @param viewBox the visible part of the page
   * @param operators pdf.js's numbers of operators by name
   */
  constructor(viewBox: ArrayLike<number>, operators: Readonly<Record<string, number>>) {
    const [x1 = 0, y1 = 0, x2 = 612, y2 = 792] = Array.from(viewBox);
    this.#page = { x1, y1, x2, y2 };
    for (const [name, number] of Object.entries(operators)) this.#names.set(number, name);
    this.#areas = new PaintedAreas(this.#page);
    this.#pictures = new PictureMap(this.#page);
    this.#tiny = Math.min(TINY.points, (y2 - y1) * TINY.share);
  }

  /** Reads an operator. Ignores operands of wrong types. */
  operator(number: number, operands: unknown, state: TextState, resources: unknown): void {
    const name = this.#names.get(number) ?? "";
    const values: unknown[] = Array.isArray(operands) ? operands : [];
    const change = STATE_OPERATORS[name];
    if (change !== undefined) {
      const own = state.ink ?? INITIAL;
      state.ink = { ...own, ...ignoringErrors(() => change(values, own, resources as PdfDictionary)) };
      return;
    }
    const paints = PAINTS[name];
    if (paints !== undefined) this.#paintPath(paints, state);
    else if (name === "endInlineImage") this.#addPicture(transformed(UNIT, state.ctm), state);
    else if (name === "shadingFill") this.#addPicture(this.#page, state);
    else this.#construct(name, values as number[], state.ctm);
  }

  /** The visibility of a letter. */
  letter(matrix: Matrix, state: TextState): Visibility {
    this.#outsideLetters = 0;
    this.#letters += 1;
    const ink = state.ink ?? INITIAL;
    if (ink.clip !== null && isEmpty(intersect(ink.clip, transformed(LETTER, matrix)))) this.#clipped += 1;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
    const size = Math.min(Math.hypot(a, b), Math.hypot(c, d));
    if (size <= this.#tiny && state.font?.isType3Font !== true) return "unseen";
    const mode = ink.renderingMode & 3;
    if (ink.renderingMode === CLIP_ONLY) state.ink = { ...ink, hasLetterClip: true };
    if (mode === NO_RENDERING || isClear(ink, mode)) return "behind";
    const [x, y] = [e + a * MIDDLE.along + c * MIDDLE.across, f + b * MIDDLE.along + d * MIDDLE.across];
    const isFilled = mode !== STROKE && !this.#isUnseen(ink.fill, ink.fillAlpha, ink, x, y);
    const isStroked = mode !== 0 && !this.#isUnseen(ink.stroke, ink.strokeAlpha, ink, x, y);
    return isFilled || isStroked ? "seen" : "unseen";
  }

  /** Ends a piece of text. Returns its visibility. */
  piece(visibility: Visibility): Visibility {
    const isClipped = this.#letters - this.#clipped < this.#letters * MIN_UNCLIPPED;
    [this.#letters, this.#clipped] = [0, 0];
    return isClipped ? "unseen" : visibility;
  }

  /** Counts a letter outside of the page. */
  outside(): void {
    this.#outsideLetters += 1;
    if (this.#outsideLetters === MIN_OUTSIDE_LETTERS) this.#outside += 1;
  }

  /** Begins a form, which its bounding box clips. */
  form(state: TextState, dictionary: unknown): void {
    this.#path.clear();
    const box = boxOf(dictionary);
    if (box !== null) this.#clip(transformed(box, state.ctm), state, true);
  }

  /** Describes a form without text, for `again`. */
  remembered(dictionary: unknown): Repeated {
    const matrix = ignoringErrors(() => isDictionary(dictionary) && dictionary.getArray("Matrix"));
    const isMatrix = Array.isArray(matrix) && matrix.length === 6;
    return {
      box: boxOf(dictionary) ?? this.#page,
      matrix: isMatrix ? (matrix as number[]) : [1, 0, 0, 1, 0, 0],
    };
  }

  /** Paints an image, or a form again. */
  again(what: Repeated, state: TextState): void {
    const box = what === true ? UNIT : transformed(what.box, what.matrix);
    this.#addPicture(transformed(box, state.ctm), state);
  }

  summary(): InkSummary {
    return { type: "ink", page: this.#page, pictures: this.#pictures.cells, outside: this.#outside };
  }

  #construct(name: string, values: readonly number[], matrix: Matrix): void {
    if (values.some((value) => typeof value !== "number")) return;
    if (name === "rectangle") this.#path.rectangle(values, matrix);
    else if (name === "moveTo") this.#path.moveTo(values[0] ?? 0, values[1] ?? 0, matrix);
    else if (name === "lineTo") this.#path.extend(values, matrix, false);
    else if (name.startsWith("curveTo")) this.#path.extend(values, matrix, true);
  }

  #paintPath(paints: readonly ("fill" | "stroke")[], state: TextState): void {
    const ink = state.ink ?? INITIAL;
    const { subpaths } = this.#path;
    const isOne = subpaths.length === 1;
    for (const { box, isRectangle, isDrawing } of subpaths) {
      const shown = ink.clip === null ? box : intersect(box, ink.clip);
      if (paints.includes("fill")) this.#addArea(shown, ink.fill, ink.fillAlpha, isRectangle && isOne, ink);
      if (paints.includes("stroke")) this.#addLine(box, ink, state.ctm);
      if (paints.length > 0 && isDrawing && this.#isSmall(shown)) this.#pictures.add(shown);
    }
    if (ink.isClipPending) {
      state.ink = { ...ink, isClipPending: false };
      const box = this.#path.box;
      if (box !== undefined) this.#clip(box, state, isOne && subpaths[0]?.isRectangle === true);
    }
    this.#path.clear();
  }

  #addArea(box: Box, color: Color, alpha: number, isWhole: boolean, ink: GraphicsState): void {
    if (alpha < MIN_ALPHA) return;
    if (ink.hasLetterClip) this.#pictures.add(box);
    const isOpaque = alpha >= OPAQUE && ink.blending === "";
    this.#areas.add(box, isOpaque ? color : null, isWhole && isOpaque && ink.isClipWhole);
  }

  #addLine(box: Box, ink: GraphicsState, [a = 1, b = 0, c = 0, d = 1]: Matrix): void {
    const width = ink.lineWidth * Math.sqrt(Math.abs(a * d - b * c));
    if (width < MIN_BACKGROUND_LINE) return;
    const line = grown(box, width / 2);
    const shown = ink.clip === null ? line : intersect(line, ink.clip);
    this.#addArea(shown, ink.stroke, ink.strokeAlpha, false, ink);
  }

  #addPicture(box: Box, { ink = INITIAL }: TextState): void {
    const shown = ink.clip === null ? box : intersect(box, ink.clip);
    if (isEmpty(shown)) return;
    this.#areas.add(shown, null, false);
    this.#pictures.add(shown);
  }

  #clip(box: Box, state: TextState, isWhole: boolean): void {
    const ink = state.ink ?? INITIAL;
    const clip = ink.clip === null ? box : intersect(ink.clip, box);
    state.ink = { ...ink, clip, isClipWhole: ink.isClipWhole && isWhole };
  }

  #isUnseen(color: Color, alpha: number, { blending }: GraphicsState, x: number, y: number): boolean {
    if (alpha < MIN_ALPHA) return true;
    if (blending === "darken") return isSameColor(color, WHITE);
    return blending === "" && this.#areas.isOnlyColor(color, x, y);
  }

  #isSmall({ x1, y1, x2, y2 }: Box): boolean {
    const { x1: left, y1: low, x2: right, y2: high } = this.#page;
    return x2 - x1 < (right - left) * OUTLINE_SHARE && y2 - y1 < (high - low) * OUTLINE_SHARE;
  }
}

/** True if the letters have no opacity. */
function isClear({ fillAlpha, strokeAlpha }: GraphicsState, mode: number): boolean {
  const isFillClear = mode === STROKE || fillAlpha < MIN_ALPHA;
  return isFillClear && (mode === 0 || strokeAlpha < MIN_ALPHA);
}

function boxOf(dictionary: unknown): Box | null {
  const box = ignoringErrors(() => isDictionary(dictionary) && dictionary.getArray("BBox"));
  if (!Array.isArray(box) || box.length !== 4 || !box.every((value) => typeof value === "number"))
    return null;
  const [a, b, c, d] = box as [number, number, number, number];
  return { x1: Math.min(a, c), y1: Math.min(b, d), x2: Math.max(a, c), y2: Math.max(b, d) };
}

/** A damaged object changes nothing. */
function ignoringErrors<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
