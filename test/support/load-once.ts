/**
 * Loads, once for each runtime, what the service loads when it first needs it. Here, unlike in the built Worker, where all is one file, that
 * is a promise which all share: an object that asks first and is ended meanwhile, as all are at the end of a file, leaves the others waiting
 * for good.
 */
import "#openapi.json" with { type: "json" };
import "../../src/ingestion/artifacts/html-of-markdown.ts";
import "../../src/ingestion/artifacts/markdown-of-html.ts";
import "../../src/ingestion/extract/text/detect-charset.ts";
import "../../src/ingestion/extract/html/scan-html-text.ts";
