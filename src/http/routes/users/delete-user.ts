import * as z from "zod";
import { readAccount } from "../../../services/users/internal/read-account.ts";
import { deleteUser } from "../../../services/users/delete-user.ts";
import { defineOperation } from "../../operation.ts";
import { account, presentAccount } from "../../wire/users/account.ts";

export const deleteUserOperation = defineOperation({
  id: "deleteUser",
  method: "DELETE",
  path: "/v1/users/self",
  audience: "user",
  access: "Own account, without shared collections that lack another owner",
  contract: { reader: "ok", stranger: "ok", trips: 1 },
  tag: "users",
  takesDryRun: "plan",
  summary: "Close your account; the service deletes your data after 30 days.",
  description:
    "Your API keys, public links and open connections end immediately. Every operation except `POST " +
    "/v1/users/self/restore` and `GET /v1/users/self/export` is rejected. After 30 days the service " +
    "deletes the collections that only you could reach, with their content. It also deletes your " +
    "addresses, names, identities, rights, invitations, webhooks, recent lists and feedback. Your " +
    "content in other users' collections stays, under a user without a name. `failed_precondition` " +
    "names shared collections without another owner. `dryRun=true` runs the checks and changes " +
    "nothing.",
  query: z.object({ dryRun: z.enum(["true", "false"]).optional() }),
  message: "Account closed.",
  data: account,
  async handle(ctx, { query }) {
    const isDryRun = query.dryRun === "true";
    return presentAccount(await deleteUser(ctx, { isDryRun }), isDryRun);
  },
  async replay(ctx) {
    return presentAccount(await readAccount(ctx));
  },
});
