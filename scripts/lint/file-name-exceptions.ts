/** Files whose name matches none of their exports, each with the reason. */
export const FILE_NAME_EXCEPTIONS: Readonly<Record<string, string>> = {
  "src/ingestion/api.ts": "the interfaces of both Durable Objects of the pipeline, which Env imports without their code",
  "src/ingestion/extract/extraction-errors.ts": "the errors and remedies that several readers share",
  "src/ingestion/extract/formula-text.ts": "one function for each structure of a formula",
  "src/ingestion/extract/pdf/pdf-notes.ts": "the notes about unread parts of a PDF",
  "src/ingestion/extract/text/sniff-utf16.ts": "one function for alphabets and one for East Asian texts",
  "src/ingestion/extraction/extraction-stream.ts": "the schema of the stream and the functions that write and parse its lines",
  "src/ingestion/progress-fields.ts": "the columns that each kind of progress sets",
  "test/support/fixtures/overview-texts.ts": "one constant for each document",
  "test/support/setup/shared-model-server.ts": "Vitest looks for the name setup",
};
