/**
 * Loads lazily imported modules once for each runtime. Tests share one import promise: a Durable Object that
 * imports first and is aborted at the end of a file would leave the others waiting forever. The built Worker
 * is a single file.
 */
import "#openapi.json" with { type: "json" };
import "../../../src/ingestion/artifacts/html-of-markdown.ts";
import "../../../src/ingestion/artifacts/markdown-of-html.ts";
import "../../../src/ingestion/extract/text/detect-charset.ts";
import "../../../src/ingestion/extract/html/scan-html-text.ts";
