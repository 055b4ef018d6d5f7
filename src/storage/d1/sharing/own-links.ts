import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import {
  COLLECTIONS_PER_LISTED_INVITATION,
  MAX_OWN_LINKS_COUNTED,
  type OwnLinkKind,
} from "../../../domain/own-links.ts";
import type { Page } from "../../../domain/page.ts";
import type { Database } from "../core/database.ts";
import { IS_OPEN, LINKS_OF_THREADS } from "../core/open-links.ts";
import { holdsOnPath, isLive } from "./invitation-ref.ts";

export interface OwnLinkListing extends Page {
  readonly newestFirst: boolean;
}

/** An open link or invitation of the viewer. `collections` is a JSON list of `{id, label}`, `granted` a
 * comma-separated list of actions. */
export interface OwnLinkRow {
  readonly kind: OwnLinkKind;
  readonly id: Id<"token">;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly email: string;
  readonly threadId: Id<"thread"> | null;
  readonly threadLabel: string;
  readonly messageId: Id<"msg"> | null;
  readonly collections: string;
  readonly granted: string;
}

/** A page of the open links and invitations that the viewer created, and their number up to a limit. */
export function selectOwnLinks({ build }: Database, viewer: SQL, listing: OwnLinkListing, now: Date) {
  const { limit, offset, newestFirst } = listing;
  const direction = sql.raw(newestFirst ? "DESC" : "");
  const mine = sql`(SELECT * FROM (${linksOf(viewer)}) UNION ALL SELECT * FROM (${invitationsOf(viewer, now)}))`;
  return {
    total: build.all<{ readonly links: number; readonly invitations: number }>(
      sql`SELECT (SELECT count(*) FROM (${linksOf(viewer)})) AS links, (SELECT count(*) FROM (${invitationsOf(viewer, now)})) AS invitations`,
    ),
    records:
      build.all<OwnLinkRow>(sql`SELECT shown.kind, shown.id, shown.at AS createdAt, shown.until AS expiresAt, coalesce(inv.email, '') AS email,
        gt.id AS threadId, coalesce(gt.label, '') AS threadLabel, gl.message_id AS messageId, ${promisedTo(viewer)} AS collections,
        coalesce((SELECT group_concat(DISTINCT pg.action) FROM invitation_grants pg WHERE pg.invitation_id = inv.id), '') AS granted
      FROM (SELECT * FROM ${mine} ORDER BY at ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}) shown
        LEFT JOIN invitations inv ON inv.id = shown.id AND shown.kind = 'invitation'
        LEFT JOIN thread_links gl ON gl.id = shown.id AND shown.kind = 'link' LEFT JOIN threads gt ON gt.id = gl.thread_id
      ORDER BY shown.at ${direction}, shown.id ${direction}`),
  };
}

function linksOf(viewer: SQL): SQL {
  return sql`SELECT 'link' AS kind, gl.id AS id, gl.shared_at AS at, NULL AS until FROM ${LINKS_OF_THREADS}
    WHERE gl.shared_by = ${viewer} AND ${IS_OPEN} LIMIT ${MAX_OWN_LINKS_COUNTED + 1}`;
}

function invitationsOf(viewer: SQL, now: Date): SQL {
  return sql`SELECT 'invitation' AS kind, inv.id AS id, inv.issued_at AS at, inv.expires_at AS until FROM invitations inv
    WHERE inv.issued_by = ${viewer} AND ${isLive(now)} ORDER BY inv.expires_at DESC LIMIT ${MAX_OWN_LINKS_COUNTED + 1}`;
}

/** The invitation's collections that the viewer may still read. */
function promisedTo(viewer: SQL): SQL {
  const promised = sql`SELECT DISTINCT mc.id, mc.label FROM invitation_grants mg
    JOIN collections mc ON mc.id = mg.collection_id AND mc.lifecycle_state = 'active'
    WHERE mg.invitation_id = inv.id AND ${holdsOnPath(viewer, sql`mc.path`, sql`'read'`)}
    ORDER BY mc.id LIMIT ${COLLECTIONS_PER_LISTED_INVITATION}`;
  return sql`(SELECT json_group_array(json_object('id', named.id, 'label', named.label)) FROM (${promised}) named)`;
}
