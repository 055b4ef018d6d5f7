import stringify from "json-stringify-pretty-compact";
import { openApiDocument } from "../../src/http/openapi/document.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";

/** The text of the OpenAPI document. The server fills in the version. */
export function openApiFile(): string {
  return `${stringify(openApiDocument({ operations, rawRoutes, version: "" }), { maxLength: 110 })}\n`;
}
