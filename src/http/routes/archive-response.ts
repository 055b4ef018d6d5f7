import * as z from "zod";
import { idParam } from "../wire/identifier.ts";

/** `after` of an export. */
export const exportPlace = z.union([idParam("asset"), idParam("thread")], { error: "must be the id of an asset or a thread" });

/** One part of an archive. The file name has the owner and the part. */
export function archiveResponse(archive: ReadableStream<Uint8Array>, name: string, after: string | null): Response {
  const headers = {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${name}${after === null ? "" : `-${after}`}.zip"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(archive, { headers });
}
