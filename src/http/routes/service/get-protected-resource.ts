import type { RawRoute } from "../../register.ts";
import { originOf } from "../../request-scope.ts";
import { PROTECTED_RESOURCE_PATH } from "./serve-mcp.ts";

/** RFC 9728: whose tokens `/mcp` takes. */
export const getProtectedResource: RawRoute = {
  id: "getProtectedResource",
  method: "GET",
  path: PROTECTED_RESOURCE_PATH,
  who: "anyone",
  access: "Anyone",
  summary: "Whose tokens the Model Context Protocol takes, as RFC 9728 has it.",
  handle: async (c) =>
    await Promise.resolve(
      Response.json({
        resource: `${originOf(c)}/mcp`,
        resource_name: "Knowledge workspace",
        authorization_servers: c.var.scope.config.issuers.map(({ issuer }) => issuer),
        bearer_methods_supported: ["header"],
      }),
    ),
};
