import type { OpenApiDocument } from "./document.ts";

/** The document that the build wrote from the operations. @param version of the service that answers */
export async function builtDocument(version: string): Promise<OpenApiDocument> {
  // Not a static import: the generator of the document loads this module before the document exists.
  const { default: document } = await import("#openapi.json", { with: { type: "json" } });
  const built = document as OpenApiDocument;
  return { ...built, info: { ...built.info, version } };
}
