import type { RawRoute } from "../../register.ts";
import { originOf } from "../../request-scope.ts";
import { PROTECTED_RESOURCE_PATH } from "./serve-mcp.ts";

/** RFC 9728: the issuers of tokens for `/mcp`. */
export const getProtectedResourceRoute: RawRoute = {
  id: "getProtectedResource",
  method: "GET",
  path: PROTECTED_RESOURCE_PATH,
  audience: "anyone",
  access: "Anyone",
  summary: "The issuers for the Model Context Protocol, as RFC 9728 metadata.",
  async handle(c) {
    // A laptop's own issuer has no address where a client could sign somebody in.
    const servers = c.var.scope.config.issuers.flatMap(({ issuer }) => (issuer.startsWith("https://") ? [issuer] : []));
    const resource = {
      resource: `${originOf(c)}/mcp`,
      resource_name: "Knowledge workspace",
      ...(servers.length > 0 ? { authorization_servers: servers } : {}),
      bearer_methods_supported: ["header"],
    };
    return await Promise.resolve(Response.json(resource));
  },
};
