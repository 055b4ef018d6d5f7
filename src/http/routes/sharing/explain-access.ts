import * as z from "zod";
import { ACTIONS } from "../../../domain/access.ts";
import { explainAccess, type ExplainedGrant } from "../../../services/sharing/explain-access.ts";
import { defineOperation } from "../../operation.ts";
import { idBytes, idParam, nullableIdBytes, pathBytes, presentId } from "../../wire/identifier.ts";
import { timestamp } from "../../wire/values.ts";

const actions = z.array(z.enum(ACTIONS));

const grant = z.object({
  grantId: idBytes,
  action: z.enum(ACTIONS),
  gives: actions.meta({ description: "All actions of the grant, with the included ones." }),
  collectionId: nullableIdBytes.meta({
    description: "The collection of the grant; null above the caller's readable collections.",
  }),
  collectionLabel: z.string(),
  isInherited: z.boolean().meta({ description: "Whether the grant belongs to a collection above." }),
  path: pathBytes.meta({ description: "The collections from the grant's down to the requested one." }),
  grantedAt: timestamp,
  grantedBy: nullableIdBytes,
  grantedByDisplayName: z.string(),
});

export const explainAccessOperation = defineOperation({
  id: "explainAccess",
  method: "GET",
  path: "/v1/collections/{collectionID}/access",
  audience: "user",
  access: "`share` on the collection; `read` for your own access",
  contract: { reader: "permission_denied" },
  tag: "collections",
  summary: "Why a user may act on a collection.",
  description:
    "Every grant that applies to the collection, from the root down, with its path. Without `userId`: " +
    "the caller's own grants. The service hides place and author of a grant above the caller's " +
    "readable collections. A user without access has no actions and no grants, like an unknown user.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object({ userId: idParam("user").optional() }),
  message: "Access explained.",
  data: z.object({
    collectionId: idBytes,
    userId: idBytes,
    isActive: z.boolean().meta({ description: "Whether the account is active and has access." }),
    actions: actions.meta({ description: "All current actions of the user there." }),
    grants: z.array(grant),
  }),
  async handle(ctx, { params, query }) {
    const { collection, userId, ...found } = await explainAccess(ctx, {
      collectionId: params.collectionID,
      userId: query.userId ?? null,
    });
    const grants = found.grants.map(presentGrant);
    return {
      data: {
        collectionId: presentId(collection.id),
        userId: presentId(userId),
        isActive: found.isActive,
        actions: [...found.actions],
        grants,
      },
    };
  },
});

function presentGrant({ grant: given, gives, through }: ExplainedGrant): z.input<typeof grant> {
  const isSeen = through !== null;
  return {
    grantId: presentId(given.id),
    action: given.action,
    gives: [...gives],
    collectionId: isSeen ? presentId(given.collectionId) : null,
    collectionLabel: isSeen ? given.label : "",
    isInherited: !isSeen || through.length > 1,
    path: (through ?? []).map(presentId),
    grantedAt: new Date(given.grantedAt).toISOString(),
    grantedBy: isSeen ? presentId(given.grantedBy) : null,
    grantedByDisplayName: isSeen ? given.grantedByName : "",
  };
}
