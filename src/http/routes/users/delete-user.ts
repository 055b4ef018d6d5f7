import * as z from "zod";
import { readAccount } from "../../../services/users/account.ts";
import { deleteUser as leave } from "../../../services/users/delete-user.ts";
import { defineOperation } from "../../operation.ts";
import { account, presentAccount } from "../../wire/users/account.ts";

export const deleteUser = defineOperation({
  id: "deleteUser",
  method: "DELETE",
  path: "/v1/users/self",
  who: "user",
  access: "The user themselves; refused while others use what nobody else owns",
  contract: { reader: "ok", stranger: "ok", trips: 1 },
  tag: "users",
  takesDryRun: "plan",
  summary: "Leave: close your account, and be forgotten in 30 days.",
  description:
    "At once nothing is done in your name any more: your API keys, public links and open connections end, and every operation but " +
    "`POST /v1/users/self/restore` and `GET /v1/users/self/export` is refused. After 30 days the collections that nobody else was given are removed " +
    "with all they hold, your addresses, names, identities, rights, invitations, webhooks, recent lists and opinions are deleted, and what you wrote or " +
    "brought elsewhere stays, by a user without a name. `failed_precondition` names the collections that others were given and nobody but you owns. " +
    "With `dryRun=true` nothing is changed, with the same checks.",
  query: z.object({ dryRun: z.enum(["true", "false"]).optional() }),
  message: "Account closed.",
  data: account,
  async handle(ctx, { query }) {
    const isDryRun = query.dryRun === "true";
    return presentAccount(await leave(ctx, { isDryRun }), isDryRun);
  },
  async replay(ctx) {
    return presentAccount(await readAccount(ctx));
  },
});
