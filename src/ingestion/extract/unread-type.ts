import { ExtractionError } from "../../domain/extraction-error.ts";

/** Remedies for common unsupported files. */
const REMEDIES: Readonly<Record<string, string>> = {
  "application/msword": "Word files of before 2007 (.doc) cannot be read: save it as .docx or PDF, and upload that.",
  "application/vnd.ms-excel": "Excel files of before 2007 (.xls) cannot be read: save it as .xlsx, and upload that.",
  "application/vnd.ms-powerpoint": "PowerPoint files of before 2007 (.ppt) cannot be read: save it as .pptx or PDF, and upload that.",
  "application/vnd.ms-excel.sheet.binary.macroenabled.12": "Binary Excel files (.xlsb) cannot be read: save it as .xlsx, and upload that.",
  "application/vnd.ms-outlook": "Outlook messages (.msg) cannot be read: save it as .eml or PDF, and upload that.",
  "application/zip": "Archives of this kind are not unpacked here: unpack it, and upload the files that are in it.",
};

function remedyOf(mediaType: string): string {
  const family = mediaType.slice(0, mediaType.indexOf("/"));
  if (family === "image") return "have the text in it recognised, save that as PDF or text, and upload it.";
  if (family === "audio" || family === "video") return "upload a transcript of it, as captions (.vtt, .srt) or text.";
  return "save it as PDF, DOCX, HTML or text, and upload that.";
}

/** The error for an unsupported type, as a sentence for users. */
export function unreadType(mediaType: string): ExtractionError {
  return new ExtractionError(REMEDIES[mediaType] ?? `Files of type ${mediaType} cannot be read yet: ${remedyOf(mediaType)}`, {
    othersMay: true,
  });
}
