import * as z from "zod";
import { MAX_ARTIFACT_BYTES } from "../../domain/asset.ts";

const artifact = z
  .object({ bytes: z.int().nonnegative().max(MAX_ARTIFACT_BYTES), tokens: z.int().nonnegative() })
  .nullable();

/**
 * Describes the artifacts of a text: the hash of their bytes, and the sizes of the Markdown and of the HTML
 * that follows it.
 */
export const artifactsHead = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  markdown: artifact,
  html: artifact,
});
export type ArtifactsHead = z.output<typeof artifactsHead>;
