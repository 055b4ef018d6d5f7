import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import {
  pageOfAccess,
  pageOfAssets,
  pageOfCollections,
  pageOfMessages,
  pageOfThreads,
  readExportedOrganization,
} from "../../storage/d1/service/export-pages.ts";
import { pageOfTexts } from "../../storage/d1/service/text-pages.ts";
import { actorSql, type Context } from "../context/context.ts";
import { requireOwner } from "../context/require-owner.ts";
import type { ExportSource } from "./internal/export/export-source.ts";
import { createArchive } from "./internal/export/create-archive.ts";

export interface ExportOrganizationInput {
  readonly organizationId: Id<"org">;
  /** Last asset or thread of the previous part. Null for the first part. */
  readonly after: Id<"asset"> | Id<"thread"> | null;
}

/**
 * Exports an organization as a streamed ZIP archive. Each page of records checks again that the caller owns
 * the organization. If the caller loses access, the stream ends with an error.
 * @throws ServiceError `not_found` if the caller may not read the organization's root, `permission_denied`
 * without `own` on it
 */
export async function exportOrganization(
  ctx: Context,
  input: ExportOrganizationInput,
): Promise<ReadableStream<Uint8Array>> {
  const { organizationId, after } = input;
  const source = await sourceOf(ctx, organizationId);
  return createArchive(ctx, source, after);
}

async function sourceOf(ctx: Context, organizationId: Id<"org">): Promise<ExportSource> {
  const { db } = ctx;
  const read = async <Q extends Record<string, Statement>>(queries: Q) =>
    await requireOwner({ ...ctx, now: new Date() }, organizationId, queries);
  const { rows } = await read({ organization: readExportedOrganization(db, organizationId) });
  const [organization] = rows.organization;
  if (organization === undefined)
    throw new ServiceError("not_found", "There is no such organization, or you may not read it.");
  const actor = actorSql(ctx);
  const exported = { kind: "organization", id: organizationId } as const;
  const rootId = organization.rootCollectionId;
  return {
    of: exported,
    head: {
      file: "organization.jsonl",
      record: { ...organization, createdAt: new Date(organization.createdAt).toISOString() },
    },
    bucket: ctx.platform.bucket,
    collections: async (page) =>
      (await read({ page: pageOfCollections(db, actor, { rootId, ...page }) })).rows.page,
    access: async ({ after, limit }) => {
      const from = after ?? { path: `${rootId}/`, userId: "" };
      return (await read({ page: pageOfAccess(db, actor, { rootId, after: from, limit }) })).rows.page;
    },
    assets: async (range) => (await read({ page: pageOfAssets(db, actor, exported, range) })).rows.page,
    texts: async (page) => (await read({ page: pageOfTexts(db, actor, page) })).rows.page,
    threads: async (range) => (await read({ page: pageOfThreads(db, actor, exported, range) })).rows.page,
    messages: async (page) => (await read(pageOfMessages(db, actor, exported, page))).rows,
  };
}
