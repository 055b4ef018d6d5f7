import * as z from "zod";
import { idParam } from "../wire/identifier.ts";

/** Schema of an export's parameter `after`. */
export const exportPlace = z.union([idParam("asset"), idParam("thread")], {
  error: "must be the id of an asset or a thread",
});

/** Response with one part of an archive. Its file name contains the owner and the part. */
export function archiveResponse(
  archive: ReadableStream<Uint8Array>,
  name: string,
  after: string | null,
): Response {
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${name}${after === null ? "" : `-${after}`}.zip"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(archive, { headers });
}
