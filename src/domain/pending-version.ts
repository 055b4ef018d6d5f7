import * as z from "zod";

/** An uploaded file that waits to replace the bytes of an asset. */
const pendingVersion = z.object({
  objectKey: z.string(),
  objectEtag: z.string(),
  fileSize: z.int(),
  contentType: z.string(),
  originalFileName: z.string(),
});
export type PendingVersion = z.output<typeof pendingVersion>;

/** Parses the stored file; null if none waits. */
export function parsePendingVersion(json: string): PendingVersion | null {
  return json === "" ? null : pendingVersion.parse(JSON.parse(json));
}
