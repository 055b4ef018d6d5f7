import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { pageOfAssets, pageOfMessages, pageOfThreads } from "../../storage/d1/service/export-pages.ts";
import { pageOfOwnGrants, readExportedUser } from "../../storage/d1/service/exported-user.ts";
import { pageOfTexts } from "../../storage/d1/service/text-pages.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import type { ExportSource } from "../service/internal/export/export-source.ts";
import { createArchive } from "../service/internal/export/create-archive.ts";
import { toExportedUser } from "../service/internal/export/records.ts";

export interface ExportUserInput {
  /** Last asset or thread of the previous part. Null for the first part. */
  readonly after: Id<"asset"> | Id<"thread"> | null;
}

/**
 * Exports the caller's data as a streamed ZIP archive: profile, rights, uploads, and threads with their
 * messages. Covers all organizations, as far as the caller may read the data now. Also available for a
 * deleted account until its purge.
 */
export async function exportUser(
  ctx: Context,
  { after }: ExportUserInput,
): Promise<ReadableStream<Uint8Array>> {
  return createArchive(ctx, await sourceOf(ctx), after);
}

async function sourceOf(ctx: Context): Promise<ExportSource> {
  const { db } = ctx;
  const actor = actorSql(ctx);
  const read = async <Q extends Record<string, Statement>>(queries: Q) =>
    (await readAsUser({ ...ctx, now: new Date() }, queries, { mayBeLeaving: true })).rows;
  const [user] = (await read({ user: readExportedUser(db, actor) })).user;
  if (user === undefined) throw new ServiceError("not_found", "There is no such user.");
  const exported = { kind: "user", id: user.id } as const;
  const grants = async (after: string | null, limit: number) =>
    (await read({ page: pageOfOwnGrants(db, actor, { after, limit }) })).page;
  return {
    of: exported,
    head: { file: "user.jsonl", record: toExportedUser(user) },
    bucket: ctx.platform.bucket,
    collections: async ({ after, limit }) => await grants(after, limit),
    access: async ({ after, limit }) => await grants(after?.path ?? null, limit),
    assets: async (range) => (await read({ page: pageOfAssets(db, actor, exported, range) })).page,
    texts: async (page) => (await read({ page: pageOfTexts(db, actor, page) })).page,
    threads: async (range) => (await read({ page: pageOfThreads(db, actor, exported, range) })).page,
    messages: async (page) => await read(pageOfMessages(db, actor, exported, page)),
  };
}
