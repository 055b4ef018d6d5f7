import * as z from "zod";
import { ACTIONS } from "../../../domain/access.ts";
import {
  presentShare,
  shareCollections,
  type ShareCollectionsInput,
} from "../../../services/sharing/share-collections.ts";
import { defineOperation } from "../../operation.ts";
import { dryRunQuery, orDryRun } from "../../wire/dry-run.ts";
import { emailAddress, unique } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";
import { presentShareResult, shareResult } from "../../wire/sharing/share-result.ts";

const body = z
  .object({
    actions: z.array(z.enum(ACTIONS)).min(1, "must name an action").max(ACTIONS.length).transform(unique),
    collectionIds: z.array(idField("col")).min(1, "must name a collection").max(100).transform(unique),
    shareTo: z.array(idField("user")).max(100).transform(unique),
    shareToEmails: z.array(emailAddress).max(100).transform(unique),
  })
  .refine(({ shareTo, shareToEmails }) => shareTo.length + shareToEmails.length > 0, {
    path: ["shareTo"],
    error: "must name somebody, here or in shareToEmails",
  });

export const shareCollectionsOperation = defineOperation({
  id: "shareCollections",
  method: "POST",
  path: "/v1/share-collections",
  audience: "user",
  access: "`share` and each granted action on every named collection",
  tag: "collections",
  takesDryRun: "access",
  summary: "Share collections with users, and invite people without an account.",
  description:
    "A verified address of exactly one active user finds that user. Any other address becomes an " +
    "invitation for 30 days, one for each organization of the collections. The service sends no mail: " +
    "deliver a link with `publicToken`.",
  query: dryRunQuery,
  body,
  example: {
    actions: ["read", "chat"],
    collectionIds: ["col_01h455vb4pex5vsknk084sn02q"],
    shareTo: [],
    shareToEmails: ["grace@example.com"],
  },
  message: ({ changed }) => (changed ? "Collections shared." : "They were shared like this before."),
  data: orDryRun(shareResult),
  async handle(ctx, request) {
    const shared = await shareCollections(ctx, toInput(request.body));
    return { data: presentShareResult(shared) };
  },
  async replay(ctx, request) {
    return { data: presentShareResult(await presentShare(ctx, toInput(request.body))) };
  },
});

function toInput({
  actions,
  collectionIds,
  shareTo,
  shareToEmails,
}: z.output<typeof body>): ShareCollectionsInput {
  return { actions, collectionIds, userIds: shareTo, emails: shareToEmails };
}
