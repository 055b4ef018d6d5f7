import type { OpenApiDocument } from "./document.ts";

/**
 * The document that the build generated from the operations.
 * @param version version of the service
 */
export async function builtDocument(version: string): Promise<OpenApiDocument> {
  // Not a static import, because the document's generator loads this module before the document exists.
  const { default: document } = await import("#openapi.json", { with: { type: "json" } });
  const built = document as OpenApiDocument;
  return { ...built, info: { ...built.info, version } };
}
