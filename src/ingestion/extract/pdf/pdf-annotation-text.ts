/** Fields of pdf.js's annotation data that the reader needs; the file chooses each of them. */
export interface PdfAnnotation {
  readonly subtype?: unknown;
  readonly annotationFlags?: unknown;
  readonly rect?: unknown;
  readonly rotation?: unknown;
  readonly contentsObj?: { readonly str?: unknown } | null;
  readonly textContent?: unknown;
  readonly stateModel?: unknown;
  readonly fieldType?: unknown;
  readonly fieldValue?: unknown;
  readonly password?: unknown;
  readonly options?: unknown;
  readonly alternativeText?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly defaultAppearanceData?: { readonly fontSize?: unknown } | null;
}

/** Their words are drawn on the page, or are those of another annotation. */
const SILENT = new Set(["Link", "Popup", "Movie", "Sound", "Screen", "PrinterMark", "TrapNet", "3D", "RichMedia"]);
/** Their words stand on the page where their rectangle is; those of others are remarks about it. */
const ON_THE_PAGE = new Set(["Widget", "FreeText", "Stamp", "Watermark"]);
/** Hidden, and NoView (PDF 32000-1, 12.5.3). */
const UNSEEN_FLAGS = 2 | 32;
const MAX_OPTIONS = 10_000;

export function isOnThePage({ subtype }: PdfAnnotation): boolean {
  return typeof subtype === "string" && ON_THE_PAGE.has(subtype);
}

/**
 * The words that a reader of the page sees in a field or an annotation; `""` where there are none.
 * @param isDrawn whether the page itself draws these words
 */
export function textOfAnnotation(annotation: PdfAnnotation, isDrawn: (words: string) => boolean): string {
  const { subtype, annotationFlags, contentsObj, textContent, stateModel } = annotation;
  if (typeof subtype !== "string" || SILENT.has(subtype)) return "";
  if (typeof annotationFlags === "number" && (annotationFlags & UNSEEN_FLAGS) !== 0) return "";
  if (subtype === "Widget") return textOfField(annotation, isDrawn);
  // A reply that says no more than "Accepted".
  if (stateModel !== undefined && stateModel !== null) return "";
  const drawn = linesOf(textContent);
  const said = isOnThePage(annotation) && drawn !== "" ? drawn : stringOf(contentsObj?.str);
  return !isOnThePage(annotation) && isDrawn(said) ? "" : said;
}

function textOfField(annotation: PdfAnnotation, isDrawn: (words: string) => boolean): string {
  const { fieldType, fieldValue, options, password } = annotation;
  if (fieldType === "Btn") return textOfButton(annotation, isDrawn);
  if (password === true) return "";
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).map(stringOf).filter(Boolean);
  if (fieldType === "Ch") return values.map((value) => shownOption(options, value)).join(", ");
  return fieldType === "Tx" ? values.join("\n") : "";
}

/** `[x]` or `[ ]`, as task lists show it, and the label unless the page draws it. */
function textOfButton(annotation: PdfAnnotation, isDrawn: (words: string) => boolean): string {
  const { checkBox, radioButton, fieldValue, exportValue, buttonValue, alternativeText } = annotation;
  if (checkBox !== true && radioButton !== true) return "";
  const own = stringOf(radioButton === true ? buttonValue : exportValue);
  const isTicked = own !== "" && own !== "Off" && fieldValue === own;
  const label = stringOf(alternativeText);
  return `${isTicked ? "[x]" : "[ ]"}${label === "" || isDrawn(label) ? "" : ` ${label}`}`;
}

function shownOption(options: unknown, value: string): string {
  const known = Array.isArray(options) ? (options as { exportValue?: unknown; displayValue?: unknown }[]).slice(0, MAX_OPTIONS) : [];
  return stringOf(known.find(({ exportValue }) => exportValue === value)?.displayValue) || value;
}

function linesOf(lines: unknown): string {
  return Array.isArray(lines) ? lines.map(stringOf).join("\n").trim() : "";
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
