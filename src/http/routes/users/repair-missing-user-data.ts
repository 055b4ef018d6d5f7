import { countOf } from "../../../domain/count-of.ts";
import { repairUsers as repair } from "../../../services/users/repair-missing-user-data.ts";
import { defineOperation } from "../../operation.ts";
import { healResult, presentRun } from "../../wire/users/heal-result.ts";

export const repairUsers = defineOperation({
  id: "repairMissingUserData",
  method: "GET",
  path: "/ops/repair-missing-user-data",
  who: { service: "ops" },
  access: "A service, for all users",
  tag: "service",
  summary: "Make what of users' first records is missing, 200 users a call.",
  description:
    "The membership of a user's own organization, its project, its root with favorites, organization and personal below, and an owner of the root. " +
    "Each call continues where the last one stopped, and begins again after the last user.",
  changes: true,
  message: ({ data }) => `${countOf(data.CountHealed, "user")} of ${data.CountAttempted} repaired.`,
  data: healResult,
  async handle(ctx) {
    return { data: presentRun(await repair(ctx)) };
  },
});
