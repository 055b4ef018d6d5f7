import { countOf } from "../../../domain/count-of.ts";
import { repairMissingUserData } from "../../../services/users/repair-missing-user-data.ts";
import { defineOperation } from "../../operation.ts";
import { healResult, presentHealResult } from "../../wire/users/heal-result.ts";

export const repairMissingUserDataOperation = defineOperation({
  id: "repairMissingUserData",
  method: "GET",
  path: "/ops/repair-missing-user-data",
  audience: { service: "ops" },
  access: "A service, for all users",
  tag: "service",
  summary: "Create the missing sign-up records of users, 200 users a call.",
  description:
    "Covers the membership of a user's own organization, its project, its root with three default " +
    "collections below, and an owner of the root. Each call continues behind the last one and " +
    "restarts after the last user.",
  changes: true,
  message: ({ data }) => `${countOf(data.CountHealed, "user")} of ${data.CountAttempted} repaired.`,
  data: healResult,
  async handle(ctx) {
    return { data: presentHealResult(await repairMissingUserData(ctx)) };
  },
});
