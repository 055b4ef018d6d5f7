import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { invalidField } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { type QuotaCounter, quotasFrom } from "../../../domain/quota.ts";
import {
  getOrganizationAttributes,
  type OrganizationAttributes,
  updateOrganization,
} from "../../../services/users/update-organization.ts";
import { defineOperation } from "../../operation.ts";
import { idBytes, idParam, presentId } from "../../wire/identifier.ts";

const MAX_RETENTION_DAYS = 3650;

const retentionDays = z.int().min(1).max(MAX_RETENTION_DAYS);
const most = z.int().min(0).optional();
const period = z.strictObject({
  questions: most,
  units: most.meta({ description: "Tokens that models and ingestion use." }),
  assets: most,
  bytes: most,
} satisfies Record<QuotaCounter, z.ZodType>);
const quotas = z.strictObject({ day: period.optional(), month: period.optional() });
const organization = z.object({
  organizationId: idBytes,
  retentionDays,
  quotas,
  etag: z.string(),
  version: z.int(),
});

export const updateOrganizationOperation = defineOperation({
  id: "updateOrganization",
  method: "POST",
  path: "/v1/organizations/{organizationId}/attributes",
  audience: "user",
  access: "`own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "users",
  summary: "Set an organization's retention period and quotas.",
  description:
    "`retentionDays` is 30 by default and applies to later deletions; earlier deletions keep their " +
    "date. `quotas` are the organization's own limits for each day and month of UTC. They cannot " +
    "exceed the operator's quotas, which apply as well. New quotas replace all earlier ones, and `{}` " +
    "removes them. Above a quota, requests get `resource_exhausted` with the number and the end of " +
    "the period. Omitted fields stay unchanged.",
  params: z.object({ organizationId: idParam("org") }),
  body: z.object({
    retentionDays: retentionDays.optional().meta({ description: "Days." }),
    quotas: quotas.optional(),
  }),
  example: {
    retentionDays: 90,
    quotas: { day: { questions: 500 }, month: { units: 20_000_000, bytes: 10_000_000_000 } },
  },
  message: ({ changed }) =>
    changed ? "Organization updated." : "The organization has these settings already.",
  data: organization,
  async handle(ctx, { params, body }) {
    if (body.retentionDays === undefined && body.quotas === undefined)
      throw invalidField("retentionDays", "must be there, or `quotas`");
    return present(await updateOrganization(ctx, { ...params, ...body }));
  },
  async replay(ctx, _input, targetId: Id<"org">) {
    return present(await getOrganizationAttributes(ctx, targetId));
  },
});

function present({ id, retentionDays: days, quotas: own, version }: OrganizationAttributes) {
  const etag = etagOf(id, version);
  return {
    data: { organizationId: presentId(id), retentionDays: days, quotas: quotasFrom(own), etag, version },
    etag,
  };
}
