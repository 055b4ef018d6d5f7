import type { RawRoute } from "../../register.ts";

/** Answers as long as the Worker runs. Process managers restart a service that does not. */
export const getLivenessRoute: RawRoute = {
  id: "getLiveness",
  method: "GET",
  path: "/live",
  audience: "anyone",
  access: "Anyone",
  summary: "Whether the service runs.",
  async handle() {
    return await Promise.resolve(
      Response.json({ live: true }, { headers: { "cache-control": "private, no-store" } }),
    );
  },
};
