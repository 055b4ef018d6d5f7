import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { Id } from "../../../domain/ids.ts";
import {
  getOrganizationAttributes,
  type OrganizationAttributes,
  updateOrganization as update,
} from "../../../services/users/update-organization.ts";
import { defineOperation } from "../../operation.ts";
import { idBytes, idParam, presentId } from "../../wire/identifier.ts";

const MAX_RETENTION_DAYS = 3650;

const retentionDays = z.int().min(1).max(MAX_RETENTION_DAYS);
const organization = z.object({ organizationId: idBytes, retentionDays, etag: z.string(), version: z.int() });

export const updateOrganization = defineOperation({
  id: "updateOrganization",
  method: "POST",
  path: "/v1/organizations/{organizationId}/attributes",
  who: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "users",
  summary: "Set for how many days what is deleted in an organization can be restored.",
  description: "30 until it is set. It counts for what is deleted from then on: what is deleted already keeps its date.",
  params: z.object({ organizationId: idParam("org") }),
  body: z.object({ retentionDays: retentionDays.meta({ description: "Days." }) }),
  example: { retentionDays: 90 },
  data: organization,
  async handle(ctx, { params, body }) {
    return present(await update(ctx, { ...params, ...body }));
  },
  async replay(ctx, _input, targetId: Id<"org">) {
    return present(await getOrganizationAttributes(ctx, targetId));
  },
});

function present({ id, retentionDays: days, version }: OrganizationAttributes) {
  const etag = etagOf(id, version);
  return { data: { organizationId: presentId(id), retentionDays: days, etag, version }, etag };
}
