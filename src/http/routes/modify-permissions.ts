import * as z from "zod";
import { ACTIONS } from "../../domain/access.ts";
import { requireShare } from "../../services/require-share.ts";
import { modifyPermissions as modify } from "../../services/modify-permissions.ts";
import { defineOperation } from "../operation.ts";
import { unique } from "../wire/unique.ts";
import { idField } from "../wire/identifier.ts";

export const modifyPermissions = defineOperation({
  id: "modifyCollectionPermissions",
  method: "POST",
  path: "/v1/modify-collection-permissions",
  who: "user",
  access: "`share` on the collection and each action that is added; `own` to take `own` away",
  tag: "collections",
  summary: "Make exactly these actions remain for a user on a collection; none ends his access.",
  description: "What he has from a collection above is changed there. A root keeps an owner.",
  body: z.object({
    collectionId: idField("col"),
    userId: idField("user"),
    actions: z.array(z.enum(ACTIONS)).max(ACTIONS.length).transform(unique),
  }),
  data: z.object({ message: z.string() }),
  async handle(ctx, { body }) {
    const { eventKey } = await modify(ctx, body);
    return { data: { message: eventKey === "" ? "Nothing changed." : "The rights are changed." }, eventKey };
  },
  async replay(ctx, { body }) {
    await requireShare(ctx, body);
    return { data: { message: "The rights are changed." } };
  },
});
