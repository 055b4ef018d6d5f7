import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { mayOnCollection } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { type CollectionPage, type Made, made } from "./export-pages.ts";

/** The user, with nested lists as JSON. */
export function readExportedUser({ build }: Database, actor: SQL) {
  return build.all<ExportedUserRow>(sql`SELECT eu.id, eu.display_name AS displayName, eu.given_name AS givenName, eu.family_name AS familyName,
      eu.phonetic_name AS phoneticName, eu.email, eu.locale, eu.picture_url AS pictureUrl, eu.addresses, eu.created_at AS createdAt,
      (SELECT json_group_array(json_object('email', ue.email, 'type', ue.type, 'verifiedAt', ue.verified_at)) FROM user_emails ue WHERE ue.user_id = eu.id) AS emails,
      (SELECT json_group_array(json_object('issuer', ui.issuer, 'subject', ui.subject, 'createdAt', ui.created_at)) FROM identities ui WHERE ui.user_id = eu.id) AS identities,
      (SELECT json_group_array(json_object('id', uo.id, 'displayName', uo.display_name, 'rootCollectionId', uo.root_collection_id))
        FROM memberships um JOIN organizations uo ON uo.id = um.organization_id WHERE um.user_id = eu.id) AS organizations,
      (SELECT json_group_array(json_object('id', uk.id, 'name', uk.name, 'actions', json(uk.actions), 'collectionIds', json(uk.collection_ids),
        'createdAt', uk.created_at, 'expiresAt', uk.expires_at, 'lastUsedAt', uk.last_used_at, 'revokedAt', uk.revoked_at))
        FROM api_keys uk WHERE uk.user_id = eu.id) AS apiKeys
    FROM users eu WHERE eu.id = ${actor}`);
}

export interface ExportedUserRow {
  readonly id: Id<"user">;
  readonly displayName: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly phoneticName: string;
  readonly email: string;
  readonly locale: string;
  readonly pictureUrl: string;
  readonly createdAt: number;
  /** Encoded as JSON, like the other lists. */
  readonly addresses: string;
  readonly emails: string;
  readonly identities: string;
  readonly organizations: string;
  readonly apiKeys: string;
}

/**
 * Collections with direct grants of the actor, ordered by id. `after` is the last id of the previous page.
 */
export function pageOfOwnGrants(
  { build }: Database,
  actor: SQL,
  { after, limit }: Pick<CollectionPage, "after" | "limit">,
) {
  return build.all<OwnGrantsRow>(sql`SELECT pc.id, pc.id AS path, pc.id AS collectionId, pc.kind, pc.label, pc.description, pc.icon, ${made("pc")},
      CASE WHEN pc.parent_id IS NOT NULL AND ${mayOnCollection(actor, sql`pc.parent_id`, "read")} THEN pc.parent_id END AS parentId,
      gu.user_id AS userId, ou.display_name AS displayName, ou.email, group_concat(gu.action) AS actions
    FROM grants gu CROSS JOIN users ou ON ou.id = gu.user_id CROSS JOIN collections pc ON pc.id = gu.collection_id AND pc.lifecycle_state = 'active'
    WHERE gu.user_id = ${actor} AND gu.collection_id > ${after ?? ""} GROUP BY gu.collection_id ORDER BY gu.collection_id LIMIT ${limit}`);
}

interface OwnGrantsRow extends Made {
  readonly id: string;
  readonly path: string;
  readonly collectionId: string;
  readonly parentId: string | null;
  readonly kind: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly userId: string;
  readonly displayName: string;
  readonly email: string;
  readonly actions: string;
}
