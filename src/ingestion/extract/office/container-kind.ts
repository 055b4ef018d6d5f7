import { ExtractionError } from "../../../domain/extraction-error.ts";
import { inSlices } from "../../../text/in-slices.ts";
import type { Steps } from "../../../text/steps.ts";
import type { FileKind } from "../file-types.ts";
import { unreadType } from "../unread-type.ts";
import { readXml } from "../xml/read-xml.ts";
import { ZipArchive } from "../zip/zip-archive.ts";
import { oleType } from "./ole-type.ts";

/** By the content type of the main part, in lower case (ECMA-376-1, 15.2): of documents, templates and shows, with macros and without. */
const MAIN_PARTS: readonly (readonly [RegExp, FileKind])[] = [
  [/\bwordprocessingml\.(?:document|template)\.main\+xml$/, "docx"],
  [/\bms-word\.(?:document|template)\.macroenabled(?:template)?\.main\+xml$/, "docx"],
];
const BINARY_WORKBOOK = /\bms-excel\.sheet\.binary\.macroenabled\.main$/;
const XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12";

/** What a container holds, whatever it was declared as. @throws ExtractionError, with what to do, when it is no document that can be read */
export async function containerKind(bytes: Uint8Array, { container }: { readonly container: "zip" | "ole" }): Promise<FileKind> {
  if (container === "ole") throw refusalOfOle(oleType(bytes));
  const zip = new ZipArchive(bytes);
  const kind = await inSlices(packageKind(zip));
  if (kind === null) throw new ExtractionError(unreadType("application/zip"));
  return kind;
}

function* packageKind(zip: ZipArchive): Steps<FileKind | null> {
  if (!zip.has("[Content_Types].xml")) return null;
  const types: string[] = [];
  yield* readXml(zip.pieces("[Content_Types].xml"), {
    open: (_, attributes) => {
      types.push((attributes.get("ContentType") ?? "").toLowerCase());
    },
  });
  if (types.some((type) => BINARY_WORKBOOK.test(type))) throw new ExtractionError(unreadType(XLSB));
  return MAIN_PARTS.find(([pattern]) => types.some((type) => pattern.test(type)))?.[1] ?? null;
}

function refusalOfOle(type: string | null): ExtractionError {
  if (type === "encrypted") return new ExtractionError("This file is protected by a password. Upload it without one.");
  return new ExtractionError(unreadType(type ?? "application/x-ole-storage"));
}
