import * as z from "zod";
import { exportUser } from "../../../services/users/export-user.ts";
import { fieldErrors } from "../../errors.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";
import { archiveResponse, exportPlace } from "../archive-response.ts";

const request = z.object({ after: exportPlace.nullable() });

export const exportUserRoute: RawRoute = {
  id: "exportUser",
  method: "GET",
  path: "/v1/users/self/export",
  audience: "user",
  access: "Own account; `read` on each asset and thread",
  summary: "Your profile, uploads and messages as a ZIP archive.",
  async handle(c) {
    const parsed = request.safeParse({ after: c.req.query("after") ?? null });
    if (!parsed.success) throw fieldErrors(parsed.error.issues);
    const { after } = parsed.data;
    return archiveResponse(await exportUser(serviceContext(c), { after }), "my-knowledge", after);
  },
};
