import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { MULTIPART_TTL_MS } from "../../../domain/multipart.ts";
import type { Database, Statement } from "../core/database.ts";
import { multipartParts, multipartUploads } from "../schema/multipart.ts";
import { uploadAsserts } from "./uploads.ts";

export type MultipartRow = typeof multipartUploads.$inferSelect;

/** The asset's multipart upload, in any state. */
export function findMultipart({ build }: Database, assetId: Id<"asset">) {
  return build.select().from(multipartUploads).where(eq(multipartUploads.assetId, assetId));
}

/** The received parts of the asset's multipart upload, in order. */
export function selectParts({ build }: Database, assetId: Id<"asset">) {
  return build
    .select({ number: multipartParts.number, etag: multipartParts.etag })
    .from(multipartParts)
    .where(eq(multipartParts.assetId, assetId))
    .orderBy(multipartParts.number);
}

/** Starts an upload and replaces an earlier, ended upload of the asset. */
export function insertMultipart({ build }: Database, row: MultipartRow): Statement[] {
  const { assetId, ...fields } = row;
  return [
    build.delete(multipartParts).where(eq(multipartParts.assetId, assetId)),
    build
      .insert(multipartUploads)
      .values(row)
      .onConflictDoUpdate({ target: multipartUploads.assetId, set: fields }),
  ];
}

/**
 * Whether the asset's multipart upload is `seen`, in the same state. If `seen` is null: whether the asset has
 * none.
 */
export function isMultipart(
  assetId: Id<"asset">,
  seen: Pick<MultipartRow, "uploadId" | "state"> | null,
): SQL {
  if (seen === null)
    return sql`NOT EXISTS (SELECT 1 FROM multipart_uploads mu WHERE mu.asset_id = ${assetId})`;
  return sql`EXISTS (SELECT 1 FROM multipart_uploads mu
    WHERE mu.asset_id = ${assetId} AND mu.upload_id = ${seen.uploadId} AND mu.state = ${seen.state})`;
}

/**
 * Whether the asset has no multipart upload other than `seen`, in the same state. The upload `seen` may
 * already be deleted. If `seen` is null: whether the asset has none.
 */
export function isNoOtherMultipart(
  assetId: Id<"asset">,
  seen: Pick<MultipartRow, "uploadId" | "state"> | null,
): SQL {
  if (seen === null) return isMultipart(assetId, null);
  return sql`NOT EXISTS (SELECT 1 FROM multipart_uploads mu
    WHERE mu.asset_id = ${assetId} AND NOT (mu.upload_id = ${seen.uploadId} AND mu.state = ${seen.state}))`;
}

interface ArrivedPart {
  readonly upload: MultipartRow;
  readonly userId: Id<"user">;
  readonly number: number;
  readonly etag: string;
  readonly now: Date;
}

/**
 * Records a part, replaces an earlier part with the same number, and extends the expiry. Applies only while
 * the upload is open and its user may still send bytes.
 */
export function recordPart({ build }: Database, { upload, userId, number, etag, now }: ArrivedPart) {
  const { assetId, uploadId } = upload;
  const holds = sql.join(
    [
      isMultipart(assetId, { uploadId, state: "open" }),
      ...uploadAsserts(assetId, userId).map((each) => each.holds),
    ],
    sql` AND `,
  );
  return [
    build.run(sql`INSERT INTO multipart_parts (asset_id, number, etag) SELECT ${assetId}, ${number}, ${etag} WHERE ${holds}
      ON CONFLICT (asset_id, number) DO UPDATE SET etag = excluded.etag`),
    build
      .update(multipartUploads)
      .set({ expiresAt: new Date(now.getTime() + MULTIPART_TTL_MS) })
      .where(and(eq(multipartUploads.assetId, assetId), holds)),
  ] as const;
}

export function isPartRecorded({ build }: Database, assetId: Id<"asset">, number: number, etag: string) {
  return build
    .select({ number: multipartParts.number })
    .from(multipartParts)
    .where(
      and(
        eq(multipartParts.assetId, assetId),
        eq(multipartParts.number, number),
        eq(multipartParts.etag, etag),
      ),
    );
}

export function setMultipartState(
  { build }: Database,
  assetId: Id<"asset">,
  state: MultipartRow["state"],
): Statement {
  return build.update(multipartUploads).set({ state }).where(eq(multipartUploads.assetId, assetId));
}

/** Expired multipart uploads, earliest expiry first. */
export function selectStaleMultiparts({ build }: Database, now: Date, limit: number) {
  return build
    .select({
      assetId: multipartUploads.assetId,
      uploadId: multipartUploads.uploadId,
      objectKey: multipartUploads.objectKey,
    })
    .from(multipartUploads)
    .where(sql`${multipartUploads.expiresAt} <= ${now.getTime()}`)
    .orderBy(multipartUploads.expiresAt)
    .limit(limit);
}

/** Ends the upload unless it is complete. */
export function endOpenMultipart({ build }: Database, assetId: Id<"asset">, uploadId: string): Statement {
  return build
    .update(multipartUploads)
    .set({ state: "ended" })
    .where(sql`asset_id = ${assetId} AND upload_id = ${uploadId} AND state = 'open'`);
}

/** Returns a row if the bucket may still hold bytes of this ended upload. */
export function findEnded({ build }: Database, assetId: Id<"asset">, uploadId: string) {
  return build
    .select({ objectKey: multipartUploads.objectKey })
    .from(multipartUploads)
    .where(sql`asset_id = ${assetId} AND upload_id = ${uploadId} AND state = 'ended'`);
}

export function deleteMultipart({ build }: Database, assetId: Id<"asset">, uploadId: string): Statement[] {
  const isThis = sql`EXISTS (SELECT 1 FROM multipart_uploads mu WHERE mu.asset_id = ${assetId} AND mu.upload_id = ${uploadId} AND mu.state <> 'open')`;
  return [
    build.run(sql`DELETE FROM multipart_parts WHERE asset_id = ${assetId} AND ${isThis}`),
    build.run(
      sql`DELETE FROM multipart_uploads WHERE asset_id = ${assetId} AND upload_id = ${uploadId} AND state <> 'open'`,
    ),
  ];
}
