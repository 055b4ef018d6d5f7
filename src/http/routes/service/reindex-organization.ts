import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { reindexOrganization } from "../../../services/service/reindex-organization.ts";
import { defineOperation } from "../../operation.ts";
import { idField } from "../../wire/identifier.ts";

export const reindexOrganizationOperation = defineOperation({
  id: "reindexOrganization",
  method: "POST",
  path: "/ops/reindex",
  audience: { service: "ops" },
  access: "A service, for any organization",
  contract: { trips: 1 },
  tag: "service",
  summary: "Rebuild an organization's search index from the stored texts, 50 assets a call.",
  description:
    "The first call has no `cursor` and empties the index. Then repeat with the `cursor` of each response until it is empty. `missing` lists assets whose stored text is lost or damaged: reprocess them.",
  body: z.object({
    organizationId: idField("org"),
    cursor: idField("asset").or(z.literal("")).optional().default(""),
  }),
  example: { organizationId: "org_01h455vb4pex5vsknk084sn02q" },
  message: ({ data }) => `${countOf(data.indexed, "asset")} indexed again.`,
  data: z.object({
    indexed: z.int().min(0),
    missing: z.array(idField("asset")).meta({ description: "Assets whose stored text is lost or damaged." }),
    cursor: z.string(),
  }),
  async handle(ctx, { body }) {
    const data = await reindexOrganization(ctx, body);
    return { data: { ...data, missing: [...data.missing] }, done: data.cursor === "" };
  },
});
