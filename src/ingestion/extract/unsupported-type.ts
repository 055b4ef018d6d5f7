import { ExtractionError } from "../../domain/extraction-error.ts";

/** Remedies for common unsupported types. */
const REMEDIES: Readonly<Record<string, string>> = {
  "application/msword":
    "The service cannot read Word files from before 2007 (.doc). Save it as .docx or PDF, and upload that.",
  "application/vnd.ms-excel":
    "The service cannot read Excel files from before 2007 (.xls). Save it as .xlsx, and upload that.",
  "application/vnd.ms-powerpoint":
    "The service cannot read PowerPoint files from before 2007 (.ppt). Save it as .pptx or PDF, and upload that.",
  "application/vnd.ms-excel.sheet.binary.macroenabled.12":
    "The service cannot read binary Excel files (.xlsb). Save it as .xlsx, and upload that.",
  "application/vnd.ms-outlook":
    "The service cannot read Outlook messages (.msg). Save it as .eml or PDF, and upload that.",
  "application/zip": "The service cannot unpack archives of this kind. Unpack it and upload its files.",
};

function remedyOf(mediaType: string): string {
  const family = mediaType.slice(0, mediaType.indexOf("/"));
  if (family === "image")
    return "Run text recognition (OCR), save the result as PDF or text, and upload that.";
  if (family === "audio" || family === "video")
    return "Upload a transcript of it, as captions (.vtt, .srt) or text.";
  return "Save it as PDF, DOCX, HTML or text, and upload that.";
}

/** Returns the error for an unsupported type, as a sentence for users. */
export function unsupportedType(mediaType: string): ExtractionError {
  return new ExtractionError(
    REMEDIES[mediaType] ?? `The service cannot read files of type ${mediaType}. ${remedyOf(mediaType)}`,
    {
      othersMay: true,
    },
  );
}
