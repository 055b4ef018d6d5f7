import { ServiceError } from "../../../../domain/errors.ts";
import { faultFields, log } from "../../../../log.ts";
import type { Context } from "../../../context/context.ts";
import { archiveFiles, type ExportRequest } from "./archive-files.ts";
import type { ExportSource } from "./export-source.ts";
import type { OpenObject } from "./asset-files.ts";
import { createPart } from "./export-part.ts";
import { zipStream } from "./zip-stream.ts";

/**
 * Streams a part of an archive. Errors go to the log.
 * @param after last record of the previous part (see `ExportRequest`)
 */
export function createArchive(
  ctx: Context,
  source: ExportSource,
  after: ExportRequest["after"],
): ReadableStream<Uint8Array> {
  const open: OpenObject = { source: null };
  const files = archiveFiles(source, createPart(), { after, startedAt: ctx.now }, open);
  return zipStream(files, {
    close: async (reason) => await open.source?.cancel(reason),
    onFault: (error) => logFault(ctx, error),
  });
}

/** Logs the error, because the response has started and can no longer report it. */
function logFault({ operation, operationId }: Context, error: unknown): void {
  const refused = error instanceof ServiceError ? { code: error.code } : {};
  log("warn", "export_broken", { operation, operationId, ...refused, ...faultFields(error) });
}
