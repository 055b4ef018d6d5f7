import { getReadiness } from "../../../services/service/get-readiness.ts";
import type { RawRoute } from "../../register.ts";
import { serviceContext } from "../../request-scope.ts";

/** Answers 503 while a store or a model fails. Load balancers send no requests then. */
export const getReadinessRoute: RawRoute = {
  id: "getReadiness",
  method: "GET",
  path: "/ready",
  audience: "anyone",
  access: "Anyone",
  summary: "Whether the stores and models of the service answer.",
  async handle(c) {
    const { isReady, checks } = await getReadiness(serviceContext(c));
    return Response.json(
      { ready: isReady, checks },
      { status: isReady ? 200 : 503, headers: { "cache-control": "private, no-store" } },
    );
  },
};
