import type { Box } from "./box.ts";
import {
  BLACK,
  type Color,
  colorOf,
  type ColorSpace,
  colorSpaceOf,
  initialColor,
  isDictionary,
  pdfNameOf,
  type PdfDictionary,
} from "./colors.ts";

/** The part of the graphics state that decides whether text is visible (PDF 32000-1, 8.4). */
export interface GraphicsState {
  readonly fill: Color;
  readonly stroke: Color;
  readonly fillSpace: ColorSpace;
  readonly strokeSpace: ColorSpace;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** `""`: paint covers what is below. */
  readonly blending: "" | "darken" | "other";
  readonly lineWidth: number;
  readonly renderingMode: number;
  /** The box around the clipping path. Null: no clipping. */
  readonly clip: Box | null;
  /** True if the clipping path is its box. */
  readonly isClipWhole: boolean;
  /** True if letters without paint clip what follows, so that it shows through them. */
  readonly hasLetterClip: boolean;
  /** True between the operator `W` and the end of its path. */
  readonly isClipPending: boolean;
}

export const INITIAL: GraphicsState = {
  fill: BLACK,
  stroke: BLACK,
  fillSpace: "gray",
  strokeSpace: "gray",
  fillAlpha: 1,
  strokeAlpha: 1,
  blending: "",
  lineWidth: 1,
  renderingMode: 0,
  clip: null,
  isClipWhole: true,
  hasLetterClip: false,
  isClipPending: false,
};

const DARKEN = new Set(["Multiply", "Darken", "ColorBurn"]);
const NORMAL = new Set(["", "Normal", "Compatible"]);

type Change = (
  values: readonly unknown[],
  state: GraphicsState,
  resources: PdfDictionary,
) => Partial<GraphicsState>;

const fillWith =
  (space: ColorSpace): Change =>
  (values) => ({ fill: colorOf(space, values), fillSpace: space });
const strokeWith =
  (space: ColorSpace): Change =>
  (values) => ({ stroke: colorOf(space, values), strokeSpace: space });
const fillInSpace: Change = (values, { fillSpace }) => ({ fill: colorOf(fillSpace, values) });
const strokeInSpace: Change = (values, { strokeSpace }) => ({ stroke: colorOf(strokeSpace, values) });

/** The effect of pdf.js's operators on the state, by their names. */
export const STATE_OPERATORS: Readonly<Record<string, Change>> = {
  setFillGray: fillWith("gray"),
  setFillRGBColor: fillWith("rgb"),
  setFillCMYKColor: fillWith("cmyk"),
  setStrokeGray: strokeWith("gray"),
  setStrokeRGBColor: strokeWith("rgb"),
  setStrokeCMYKColor: strokeWith("cmyk"),
  setFillColor: fillInSpace,
  setFillColorN: fillInSpace,
  setStrokeColor: strokeInSpace,
  setStrokeColorN: strokeInSpace,
  setFillColorSpace: ([name], _, resources) => {
    const fillSpace = colorSpaceOf(pdfNameOf(name), resources);
    return { fillSpace, fill: initialColor(fillSpace) };
  },
  setStrokeColorSpace: ([name], _, resources) => {
    const strokeSpace = colorSpaceOf(pdfNameOf(name), resources);
    return { strokeSpace, stroke: initialColor(strokeSpace) };
  },
  setLineWidth: ([width]) => ({ lineWidth: Number(width) || 0 }),
  setTextRenderingMode: ([mode]) => ({ renderingMode: Number(mode) || 0 }),
  clip: () => ({ isClipPending: true }),
  eoClip: () => ({ isClipPending: true }),
  setGState: ([name], _, resources) => {
    const states = resources.get("ExtGState");
    const entries = isDictionary(states) ? states.get(pdfNameOf(name)) : undefined;
    return isDictionary(entries) ? changesOf(entries) : {};
  },
};

function changesOf(entries: PdfDictionary): Partial<GraphicsState> {
  const [fillAlpha, strokeAlpha, lineWidth] = ["ca", "CA", "LW"].map((key) => entries.get(key));
  const [blendMode, mask] = [entries.getArray("BM"), entries.get("SMask")];
  return {
    ...(typeof fillAlpha === "number" ? { fillAlpha } : {}),
    ...(typeof strokeAlpha === "number" ? { strokeAlpha } : {}),
    ...(typeof lineWidth === "number" ? { lineWidth } : {}),
    ...(blendMode === undefined && mask === undefined ? {} : { blending: blendingOf(blendMode, mask) }),
  };
}

function blendingOf(blendMode: unknown, mask: unknown): GraphicsState["blending"] {
  if (isDictionary(mask)) return "other";
  const name = pdfNameOf(Array.isArray(blendMode) ? blendMode[0] : blendMode);
  if (NORMAL.has(name)) return "";
  return DARKEN.has(name) ? "darken" : "other";
}
