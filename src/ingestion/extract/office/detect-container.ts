import { ExtractionError } from "../../../domain/extraction-error.ts";
import { runCooperatively } from "../../../text/run-cooperatively.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { FILE_TYPES, type FileKind } from "../file-types.ts";
import { unsupportedType } from "../unsupported-type.ts";
import { readXml } from "../xml/read-xml.ts";
import { listZipEntries } from "../zip/read-central-directory.ts";
import { ZIP_LIMITS } from "../zip/zip-limits.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { oleType } from "./ole-type.ts";

/**
 * Kinds by the lower-case content type of the main part (ECMA-376-1, 15.2): documents, templates and slide
 * shows, with and without macros.
 */
const MAIN_PARTS: readonly (readonly [RegExp, FileKind])[] = [
  [/\bwordprocessingml\.(?:document|template)\.main\+xml$/, "docx"],
  [/\bms-word\.(?:document|template)\.macroenabled(?:template)?\.main\+xml$/, "docx"],
  [/\bpresentationml\.(?:presentation|slideshow|template)\.main\+xml$/, "pptx"],
  [/\bms-powerpoint\.(?:presentation|slideshow|template)\.macroenabled\.main\+xml$/, "pptx"],
  [/\bspreadsheetml\.(?:sheet|template)\.main\+xml$/, "xlsx"],
  [/\bms-excel\.(?:sheet|template)\.macroenabled\.main\+xml$/, "xlsx"],
];
/** Archive entry in which formats other than Office Open XML declare their type. */
const MIMETYPE = "mimetype";
const MAX_MIMETYPE_BYTES = 200;
const MIME_KINDS: Readonly<Record<string, FileKind>> = {
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.presentation": "odp",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/epub+zip": "epub",
};
const BINARY_WORKBOOK = /\bms-excel\.sheet\.binary\.macroenabled\.main$/;
const XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12";

/** Entries that identify a document package. Every package has one of them. */
const MARKS = new Set([MIMETYPE, "META-INF/container.xml", "[Content_Types].xml"]);

/**
 * Detects the kind of a container from its content, for any declared type. A container is a document, or a
 * ZIP archive if no other type was declared.
 * @throws ExtractionError with a remedy if the container is neither
 */
export async function detectContainer(
  bytes: Uint8Array,
  { container, mediaType }: Container,
): Promise<FileKind> {
  if (container === "ole") throw refusalOfOle(oleType(bytes));
  if (!listZipEntries(bytes, ZIP_LIMITS.entries).some(({ name }) => MARKS.has(name))) {
    if (FILE_TYPES.archive.includes(mediaType)) return "archive";
    throw unsupportedType("application/zip");
  }
  const zip = new ZipArchive(bytes);
  const kind = await runCooperatively(packageKind(zip));
  if (kind === null) throw unsupportedType("application/zip");
  return kind;
}

interface Container {
  readonly container: "zip" | "ole";
  readonly mediaType: string;
}

function* packageKind(zip: ZipArchive): CooperativeTask<FileKind | null> {
  if (zip.has(MIMETYPE) && zip.sizeOf(MIMETYPE) <= MAX_MIMETYPE_BYTES) {
    const said = new TextDecoder().decode(yield* zip.bytesOf(MIMETYPE)).trim();
    return MIME_KINDS[said.replace(/-template$/, "")] ?? null;
  }
  if (zip.has("META-INF/container.xml")) return "epub";
  if (!zip.has("[Content_Types].xml")) return null;
  const types: string[] = [];
  const ofEndings: string[] = [];
  yield* readXml(zip.pieces("[Content_Types].xml"), {
    open: (name, attributes) => {
      (name === "Override" ? types : ofEndings).push((attributes.get("ContentType") ?? "").toLowerCase());
    },
  });
  if (types.some((type) => BINARY_WORKBOOK.test(type))) throw unsupportedType(XLSB);
  // The content type of a part has precedence over the default of its extension.
  const known = [...types, ...ofEndings];
  return MAIN_PARTS.find(([pattern]) => known.some((type) => pattern.test(type)))?.[1] ?? null;
}

function refusalOfOle(type: string | null): ExtractionError {
  if (type === "encrypted")
    return new ExtractionError("This file is protected by a password. Upload it without one.");
  return unsupportedType(type ?? "application/x-ole-storage");
}
