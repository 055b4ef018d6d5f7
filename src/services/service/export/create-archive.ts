import { ServiceError } from "../../../domain/errors.ts";
import { faultFields, log } from "../../../log.ts";
import type { Context } from "../../context/context.ts";
import { archiveFiles, type ExportRequest, type ExportSource } from "./archive-files.ts";
import type { OpenObject } from "./asset-files.ts";
import { createPart } from "./export-part.ts";
import { zipStream } from "./zip-stream.ts";

/** A part of an archive as a stream; what breaks it off stands in the log. @param after see `ExportRequest` */
export function createArchive(ctx: Context, source: ExportSource, after: ExportRequest["after"]): ReadableStream<Uint8Array> {
  const open: OpenObject = { source: null };
  const files = archiveFiles(source, createPart(), { after, startedAt: ctx.now }, open);
  return zipStream(files, {
    close: async (reason) => await open.source?.cancel(reason),
    onFault: (error) => logFault(ctx, error),
  });
}

/** The answer has begun: of what breaks it off only the log can tell. */
function logFault({ operation, operationId }: Context, error: unknown): void {
  const refused = error instanceof ServiceError ? { code: error.code } : {};
  log("warn", "export_broken", { operation, operationId, ...refused, ...faultFields(error) });
}
