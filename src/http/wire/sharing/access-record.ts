import * as z from "zod";
import { ACTIONS, effectiveActions, parseGranted } from "../../../domain/access.ts";
import { visiblePath } from "../../../domain/collection.ts";
import { pictureUrl } from "../../../domain/picture-url.ts";
import type { AccessRecord, CollectionAccess } from "../../../services/sharing/list-collection-access.ts";
import { idBytes, nullableIdBytes, pathBytes, presentId } from "../identifier.ts";
import { nullableTimestamp } from "../values.ts";

/** A member of a collection, or an invitation to it. Members include users with inherited access. */
export const accessRecord = z.object({
  accessType: z.enum(["member", "invitation", "link"]),
  actions: z.array(z.enum(ACTIONS)),
  collection_id: idBytes,
  collectionLabel: z.string(),
  collectionDescription: z.string(),
  collectionPath: pathBytes,
  email: z.string().meta({
    description:
      "A member's address, unless the grantor knew only the user id. An invitation's address, for users who may manage it. Otherwise empty.",
  }),
  pictureURL: z.string(),
  sortableName: z.string(),
  publicToken: z.string(),
  token: nullableIdBytes,
  tokenGrantedBy: z.string().meta({ description: "The inviter's display name." }),
  tokenIssuedAt: nullableTimestamp,
  user_id: nullableIdBytes,
});

export function presentAccessRecord(
  collection: CollectionAccess["collection"],
  { row, publicToken }: AccessRecord,
): z.input<typeof accessRecord> {
  const id = presentId(row.id);
  const isMember = row.accessType === "member";
  return {
    accessType: row.accessType,
    actions: effectiveActions(parseGranted(row.granted)),
    collection_id: presentId(collection.id),
    collectionLabel: collection.label,
    collectionDescription: collection.description,
    collectionPath: visiblePath(collection).map(presentId),
    email: row.email,
    pictureURL: pictureUrl(row.pictureUrl),
    sortableName: row.name,
    publicToken,
    token: isMember ? null : id,
    tokenGrantedBy: row.issuerName,
    tokenIssuedAt: row.issuedAt === null ? null : new Date(row.issuedAt).toISOString(),
    user_id: isMember ? id : null,
  };
}
