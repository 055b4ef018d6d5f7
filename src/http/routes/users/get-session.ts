import { getSession } from "../../../services/users/get-session.ts";
import { defineOperation } from "../../operation.ts";
import { presentSignedIn, signedIn } from "../../wire/users/signed-in.ts";

export const getSessionOperation = defineOperation({
  id: "getSession",
  method: "GET",
  path: "/session",
  audience: "user",
  access: "Own session",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "The signed-in user, and when the session ends.",
  description:
    "A browser sends `x-knowledge-session: 1`; its cookie counts only with this header. Without a session the " +
    "response is `unauthenticated`. `userId` is null until the first `POST /v1/users/self/auth-sync`. With a " +
    "token, `sessionId` is null and `expiresAt` is the token's. A session also ends after 14 days without use.",
  message: "Signed in.",
  data: signedIn,
  async handle(ctx) {
    const { principal, userId } = await getSession(ctx);
    return { data: presentSignedIn(principal, userId) };
  },
});
