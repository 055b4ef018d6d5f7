import { readAccount } from "../../../services/users/account.ts";
import { restoreUser as restore } from "../../../services/users/restore-user.ts";
import { defineOperation } from "../../operation.ts";
import { account, presentAccount } from "../../wire/users/account.ts";

export const restoreUser = defineOperation({
  id: "restoreUser",
  method: "POST",
  path: "/v1/users/self/restore",
  who: "user",
  access: "The user themselves, within 30 days of leaving",
  contract: { reader: "ok", stranger: "ok", trips: 1 },
  tag: "users",
  summary: "Come back: open your account again.",
  description:
    "Within 30 days of `DELETE /v1/users/self`. What you hold is as it was; API keys and public links have ended. It changes nothing of an account that " +
    "is active.",
  message: "Account opened again.",
  data: account,
  async handle(ctx) {
    return presentAccount(await restore(ctx));
  },
  async replay(ctx) {
    return presentAccount(await readAccount(ctx));
  },
});
