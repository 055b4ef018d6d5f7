/** The fields of pdf.js's annotation data that the extractor reads. The file controls their values. */
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

/** Annotations without words of their own, because the page or another annotation contains the words. */
const SILENT = new Set([
  "Link",
  "Popup",
  "Movie",
  "Sound",
  "Screen",
  "PrinterMark",
  "TrapNet",
  "3D",
  "RichMedia",
]);
/**
 * Annotations that show their words inside their rectangle on the page. The words of other annotations are
 * notes about the page.
 */
const ON_THE_PAGE = new Set(["Widget", "FreeText", "Stamp", "Watermark"]);
/** The flags Hidden and NoView (PDF 32000-1, 12.5.3). */
const UNSEEN_FLAGS = 2 | 32;
const MAX_OPTIONS = 10_000;

export function isOnThePage({ subtype }: PdfAnnotation): boolean {
  return typeof subtype === "string" && ON_THE_PAGE.has(subtype);
}

/**
 * Returns the visible words of a form field or annotation; `""` if it has none.
 * @param isDrawn whether the page itself draws these words
 */
export function annotationText(annotation: PdfAnnotation, isDrawn: (words: string) => boolean): string {
  const { subtype, annotationFlags, contentsObj, textContent, stateModel } = annotation;
  if (typeof subtype !== "string" || SILENT.has(subtype)) return "";
  if (typeof annotationFlags === "number" && (annotationFlags & UNSEEN_FLAGS) !== 0) return "";
  if (subtype === "Widget") return textOfField(annotation, isDrawn);
  // Skips a reply that only sets a state, such as "Accepted".
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

/** Writes a button as `[x]` or `[ ]`, as in task lists, with its label unless the page draws the label. */
function textOfButton(annotation: PdfAnnotation, isDrawn: (words: string) => boolean): string {
  const { checkBox, radioButton, fieldValue, exportValue, buttonValue, alternativeText } = annotation;
  if (checkBox !== true && radioButton !== true) return "";
  const own = stringOf(radioButton === true ? buttonValue : exportValue);
  const isTicked = own !== "" && own !== "Off" && fieldValue === own;
  const label = stringOf(alternativeText);
  return `${isTicked ? "[x]" : "[ ]"}${label === "" || isDrawn(label) ? "" : ` ${label}`}`;
}

function shownOption(options: unknown, value: string): string {
  const known = Array.isArray(options)
    ? (options as { exportValue?: unknown; displayValue?: unknown }[]).slice(0, MAX_OPTIONS)
    : [];
  return stringOf(known.find(({ exportValue }) => exportValue === value)?.displayValue) || value;
}

function linesOf(lines: unknown): string {
  return Array.isArray(lines) ? lines.map(stringOf).join("\n").trim() : "";
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
