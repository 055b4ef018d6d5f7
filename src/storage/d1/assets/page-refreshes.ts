import { and, eq, sql, type SQL } from "drizzle-orm";
import { MAX_REFRESHED_PAGES, type PageValidators } from "../../../domain/page-refresh.ts";
import { isAliveAsset } from "../core/access.ts";
import type { Database, Statement } from "../core/database.ts";
import { idOfRow, isInIdBlock, newIdBlock } from "../core/id-block.ts";
import { assets } from "../schema/assets.ts";
import type { AssetRow } from "./assets.ts";
import { MS_PER_MINUTE, MS_PER_HOUR } from "../../../domain/time.ts";

/**
 * Limits of one run: due pages examined, pages fetched per organization (`OF_ONE`), and pages fetched in
 * total (`OF_ALL`).
 */
const LOOKED_AT = 1_000;
const OF_ONE = 5;
const OF_ALL = 100;
/** Delay for pages over their organization's limit, so pages of other organizations come first. */
const PUT_OFF_MS = MS_PER_MINUTE;
const LATER_MS = MS_PER_HOUR;

/** The fields that record a successful check of a page. */
export function checkedFields(validators: PageValidators | null, now: Date) {
  return {
    pageValidators: validators === null ? "" : JSON.stringify(validators),
    pageCheckedAt: now,
    refreshFailure: "",
  };
}

/** Records a check that found the page unchanged. The asset's version stays. */
export function recordCheck(
  { build }: Database,
  { id, run }: Pick<AssetRow, "id" | "run">,
  fields: Partial<Pick<AssetRow, "pageValidators" | "pageCheckedAt" | "refreshFailure">>,
): Statement {
  return build
    .update(assets)
    .set(fields)
    .where(and(eq(assets.id, id), eq(assets.run, run)));
}

/** Whether the organization may schedule one more page. */
export function mayScheduleRefresh(organizationId: string, assetId: string): SQL {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM assets sr WHERE sr.organization_id = ${organizationId} AND sr.refresh_at IS NOT NULL
    AND sr.id <> ${assetId} LIMIT ${MAX_REFRESHED_PAGES})) < ${MAX_REFRESHED_PAGES}`;
}

/**
 * Enqueues due refreshes, alternating between organizations, and sets the next due times. Pages over the
 * limit get a later due time, so they do not block pages of other organizations.
 */
export function enqueuePageRefreshes({ build }: Database, now: Date): Statement[] {
  const at = now.getTime();
  const series = newIdBlock("event");
  const looked = sql`looked AS MATERIALIZED
    (SELECT id, organization_id, refresh_at FROM assets WHERE refresh_at <= ${at} ORDER BY refresh_at LIMIT ${LOOKED_AT})`;
  const isOrdered = sql`EXISTS (SELECT 1 FROM outbox ro WHERE ${isInIdBlock(sql`ro.id`, series)} AND ro.target_id = assets.id)`;
  return [
    build.run(sql`WITH ${looked}, turns AS (SELECT lo.id AS id, row_number() OVER (PARTITION BY lo.organization_id ORDER BY lo.refresh_at, lo.id) AS turn
        FROM looked lo CROSS JOIN assets al ON al.id = lo.id AND ${isAliveAsset("al")}),
      chosen AS (SELECT id, row_number() OVER (ORDER BY turn, id) AS n FROM turns WHERE turn <= ${OF_ONE} ORDER BY turn, id LIMIT ${OF_ALL})
      INSERT INTO outbox (id, kind, target_id, due_at)
      SELECT ${idOfRow("event", sql`n`, series)}, 'refresh_asset', id, ${at} FROM chosen`),
    build.run(sql`WITH ${looked} UPDATE assets SET refresh_at = ${at} +
        CASE WHEN ${isOrdered} OR NOT ${isAliveAsset("assets")} THEN max(refresh_every * 1000, ${LATER_MS}) ELSE ${PUT_OFF_MS} END
      WHERE id IN (SELECT id FROM looked)`),
  ];
}
