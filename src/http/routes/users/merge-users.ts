import * as z from "zod";
import type { Id } from "../../../domain/ids.ts";
import { listMerged, mergeUsers } from "../../../services/users/merge-users.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { text } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";
import { mergeResult, presentMerge } from "../../wire/users/merge-result.ts";

export const mergeUsersOperation = defineOperation({
  id: "mergeUsers",
  method: "PUT",
  path: "/v1/users/merge",
  audience: { service: "users:merge", orUser: true },
  access: "A service; a user with a fresh token of the other account",
  tag: "users",
  takesDryRun: "access",
  summary: "Merge one account into another.",
  description:
    "The new user receives the old one's identities, addresses, rights, memberships, invitations and " +
    "recent assets, and replaces the old user in every record. Nothing moves to another organization. " +
    "A user merges into their own account. A repeated `Idempotency-Key` lists the changes of the " +
    "first request.",
  query: dryRunQuery,
  body: z.object({ newUserID: idField("user"), oldUserId: idField("user"), reason: text(1, 1000) }),
  example: {
    newUserID: "user_01h455vb4pex5vsknk084sn02q",
    oldUserId: "user_01h455vb4pex5vsknk084sn02r",
    reason: "Two accounts of one person",
  },
  message: "Accounts merged.",
  data: orDryRun(mergeResult),
  async handle(ctx, { body }) {
    const { newUserID, oldUserId, reason } = body;
    return { data: presentMerge(await mergeUsers(ctx, { newUserId: newUserID, oldUserId, reason })) };
  },
  async replay(ctx, { body }, _targetId, { result }) {
    const { newUserID, oldUserId, reason } = body;
    const changes = await listMerged(ctx, { newUserId: newUserID, oldUserId, reason }, result as Id<"op">);
    return { data: presentMerge(changes) };
  },
});
