import type { RawRoute } from "../../register.ts";
import { originOf } from "../../request-scope.ts";
import { PROTECTED_RESOURCE_PATH } from "./serve-mcp.ts";

/** Serves the issuers of tokens for `/mcp` (RFC 9728). */
export const getProtectedResourceRoute: RawRoute = {
  id: "getProtectedResource",
  method: "GET",
  path: PROTECTED_RESOURCE_PATH,
  audience: "anyone",
  access: "Anyone",
  summary: "The issuers for the Model Context Protocol, as RFC 9728 metadata.",
  async handle(c) {
    // Omits a local issuer without https, because clients cannot sign users in there.
    const servers = c.var.scope.config.issuers.flatMap(({ issuer }) =>
      issuer.startsWith("https://") ? [issuer] : [],
    );
    const resource = {
      resource: `${originOf(c)}/mcp`,
      resource_name: "Knowledge workspace",
      ...(servers.length > 0 ? { authorization_servers: servers } : {}),
      bearer_methods_supported: ["header"],
    };
    return await Promise.resolve(Response.json(resource));
  },
};
