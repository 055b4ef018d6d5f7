import * as z from "zod";
import { ACTIONS } from "../../../domain/access.ts";
import {
  modifyCollectionPermissions,
  requireRepeatablePermissions,
} from "../../../services/sharing/modify-collection-permissions.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { unique } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";

export const modifyCollectionPermissionsOperation = defineOperation({
  id: "modifyCollectionPermissions",
  method: "POST",
  path: "/v1/modify-collection-permissions",
  audience: "user",
  access: "`share` and each added action; `own` to revoke `own`; none for your own rights",
  tag: "collections",
  takesDryRun: "access",
  summary: "Set a user's actions on a collection; an empty list removes their access.",
  description:
    "Change inherited rights on the parent collection. Users can reduce or remove their own rights " +
    "without `share`. A root collection keeps an owner.",
  query: dryRunQuery,
  body: z.object({
    collectionId: idField("col"),
    userId: idField("user"),
    actions: z.array(z.enum(ACTIONS)).max(ACTIONS.length).transform(unique),
  }),
  example: {
    collectionId: "col_01h455vb4pex5vsknk084sn02q",
    userId: "user_01h455vb4pex5vsknk084sn02q",
    actions: ["read"],
  },
  message: ({ data }) => ("message" in data ? data.message : "Dry run: nothing was changed."),
  data: orDryRun(z.object({ message: z.string() })),
  async handle(ctx, { body }) {
    const { changed } = await modifyCollectionPermissions(ctx, body);
    return { data: { message: changed ? "The rights are changed." : "Nothing changed." } };
  },
  async replay(ctx, { body }) {
    await requireRepeatablePermissions(ctx, body);
    return { data: { message: "The rights are changed." } };
  },
});
