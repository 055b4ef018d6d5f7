import * as z from "zod";
import { ACTIONS } from "../../../domain/access.ts";
import { countOf } from "../../../domain/count-of.ts";
import {
  COLLECTIONS_PER_LISTED_INVITATION,
  MAX_OWN_LINKS_COUNTED,
  OWN_LINK_KINDS,
  OWN_LINK_SORT_FIELDS,
} from "../../../domain/own-links.ts";
import { listOwnLinks, type OwnLink } from "../../../services/sharing/list-own-links.ts";
import { defineOperation } from "../../operation.ts";
import { idString } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";
import { nullableTimestamp, presentMoment, timestamp } from "../../wire/values.ts";

const ownLink = z.object({
  kind: z.enum(OWN_LINK_KINDS),
  tokenId: idString("token").meta({
    description:
      "`DELETE /v1/claim-token/{token}` and `DELETE /v1/threads/{threadID}/share/{tokenId}` take it.",
  }),
  createdAt: timestamp,
  expiresAt: nullableTimestamp.meta({ description: "null for a link." }),
  email: z.string().meta({ description: "The invited address; empty for a link." }),
  threadId: idString("thread")
    .nullable()
    .meta({ description: "The thread of a link; null for an invitation." }),
  threadLabel: z.string().meta({ description: "The name of that thread; empty for an invitation." }),
  messageId: idString("msg").nullable().meta({
    description: "The last message that the link shows; null if it shows all.",
  }),
  collections: z.array(z.object({ collectionId: idString("col"), label: z.string() })).meta({
    description: `The invitation's collections that you may still read, at most ${COLLECTIONS_PER_LISTED_INVITATION}.`,
  }),
  actions: z.array(z.enum(ACTIONS)).meta({ description: "The invited actions; empty for a link." }),
});

export const listOwnLinksOperation = defineOperation({
  id: "listOwnLinks",
  method: "GET",
  path: "/v1/users/self/links",
  audience: "user",
  access: "Own account",
  contract: { reader: "ok", stranger: "ok", trips: 1 },
  tag: "collections",
  summary: "Your open public links and invitations, page by page.",
  description:
    "In all organizations. Newest first unless `sort` is `createdAt`. The count covers at most " +
    `${MAX_OWN_LINKS_COUNTED.toLocaleString("en")} links and as many invitations.`,
  query: z.object(listingQuery(OWN_LINK_SORT_FIELDS)),
  message: ({ data }) => `${countOf(data.pagination.count, "open link")} found.`,
  data: z.object({
    pagination,
    records: z.array(ownLink),
    truncated: z.boolean().meta({ description: "true if there are more than the count covers." }),
  }),
  async handle(ctx, { query }) {
    const { limit, offset, sort } = query;
    const newestFirst = sort[0]?.descending ?? true;
    const { count, truncated, links } = await listOwnLinks(ctx, { limit, offset, newestFirst });
    const ids = links.map(({ id }) => id);
    return {
      data: {
        pagination: presentPagination({ limit, offset }, count, ids),
        records: links.map(present),
        truncated,
      },
    };
  },
});

function present({
  id,
  createdAt,
  expiresAt,
  collections,
  actions,
  ...row
}: OwnLink): z.input<typeof ownLink> {
  return {
    ...row,
    tokenId: id,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: presentMoment(expiresAt === null ? null : new Date(expiresAt)),
    collections: collections.map(({ id: collectionId, label }) => ({ collectionId, label })),
    actions: [...actions],
  };
}
