import type { RawRoute } from "../../register.ts";
import { getProtectedResourceRoute } from "./get-protected-resource.ts";
import { PROTECTED_RESOURCE_PATH } from "./serve-mcp.ts";

/** RFC 9728, section 3.1: clients that make the address of it themselves put the resource's path behind the well-known one. */
export const getProtectedResourceOfMcpRoute: RawRoute = {
  ...getProtectedResourceRoute,
  id: "getProtectedResourceOfMcp",
  path: `${PROTECTED_RESOURCE_PATH}/mcp`,
};
