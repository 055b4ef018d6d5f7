import { readAccount } from "../../../services/users/internal/read-account.ts";
import { restoreUser } from "../../../services/users/restore-user.ts";
import { defineOperation } from "../../operation.ts";
import { account, presentAccount } from "../../wire/users/account.ts";

export const restoreUserOperation = defineOperation({
  id: "restoreUser",
  method: "POST",
  path: "/v1/users/self/restore",
  audience: "user",
  access: "Own account, within 30 days of its deletion",
  contract: { reader: "ok", stranger: "ok", trips: 1 },
  tag: "users",
  summary: "Reopen your account.",
  description:
    "Within 30 days of `DELETE /v1/users/self`. Your rights and content return unchanged. API keys " +
    "and public links have ended. The call changes nothing for an active account.",
  message: "Account opened again.",
  data: account,
  async handle(ctx) {
    return presentAccount(await restoreUser(ctx));
  },
  async replay(ctx) {
    return presentAccount(await readAccount(ctx));
  },
});
