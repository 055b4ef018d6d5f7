import document from "./openapi.json" with { type: "json" };
import type { OpenApiDocument } from "./document.ts";

/** The document that `npm run docs` wrote from the operations. @param version of the service that answers */
export function builtDocument(version: string): OpenApiDocument {
  const built = document as unknown as OpenApiDocument;
  return { ...built, info: { ...built.info, version } };
}
