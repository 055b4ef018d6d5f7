import type { RawRoute } from "../../register.ts";
import { getProtectedResourceRoute } from "./get-protected-resource.ts";
import { PROTECTED_RESOURCE_PATH } from "./serve-mcp.ts";

/**
 * Serves the metadata at the path of RFC 9728, section 3.1. Clients that construct the URL append the
 * resource's path to the well-known one.
 */
export const getProtectedResourceOfMcpRoute: RawRoute = {
  ...getProtectedResourceRoute,
  id: "getProtectedResourceOfMcp",
  path: `${PROTECTED_RESOURCE_PATH}/mcp`,
};
