import * as z from "zod";
import { exportOrganization } from "../../../services/service/export-organization.ts";
import { fieldErrors } from "../../errors.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { archiveResponse, exportPlace } from "../archive-response.ts";
import { idParam } from "../../wire/identifier.ts";

const request = z.object({ organizationId: idParam("org"), after: exportPlace.nullable() });

export const exportOrganizationRoute: RawRoute = {
  id: "exportOrganization",
  method: "GET",
  path: "/v1/organizations/{organizationId}/export",
  audience: "user",
  acceptsKeys: true,
  access: "`own` on the organization's root",
  summary: "The data of an organization as a ZIP archive.",
  async handle(c) {
    const parsed = request.safeParse({
      organizationId: c.req.param("organizationId"),
      after: c.req.query("after") ?? null,
    });
    if (!parsed.success) throw fieldErrors(parsed.error.issues);
    const { organizationId, after } = parsed.data;
    return archiveResponse(
      await exportOrganization(serviceContext(c), { organizationId, after }),
      organizationId,
      after,
    );
  },
};
