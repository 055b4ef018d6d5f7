import { openApiDocument } from "../../src/http/openapi/document.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";

/** The text of src/http/openapi/openapi.json: the contract as the operations say it; the version is put in by who serves it. */
export function openApiFile(): string {
  return `${JSON.stringify(openApiDocument({ operations, rawRoutes, version: "" }), null, 1)}\n`;
}
