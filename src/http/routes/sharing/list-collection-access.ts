import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { COLLECTION_ACCESS_SORT_FIELDS } from "../../../domain/collection-access-sort.ts";
import { listCollectionAccess } from "../../../services/sharing/list-collection-access.ts";
import { defineOperation } from "../../operation.ts";
import { accessRecord, presentAccessRecord } from "../../wire/sharing/access-record.ts";
import { idParam } from "../../wire/identifier.ts";
import { listingQuery, pagination, presentPagination } from "../../wire/pagination.ts";

export const listCollectionAccessOperation = defineOperation({
  id: "listCollectionAccess",
  method: "GET",
  path: "/v1/collection-access/{collectionID}",
  audience: "user",
  access: "`share` on the collection",
  contract: { reader: "permission_denied" },
  tag: "collections",
  summary: "Users with access to a collection, and its invitations.",
  description: "Needs `share`. Ordered by `sortableName` by default; ties by id.",
  params: z.object({ collectionID: idParam("col") }),
  query: z.object(listingQuery(COLLECTION_ACCESS_SORT_FIELDS)),
  message: ({ data }) => `${countOf(data.pagination.count, "access record")} found.`,
  data: z.object({ pagination, records: z.array(accessRecord) }),
  async handle(ctx, { params, query }) {
    const { collection, count, records } = await listCollectionAccess(ctx, {
      collectionId: params.collectionID,
      ...query,
    });
    const ids = records.map(({ row }) => row.id);
    return {
      data: {
        pagination: presentPagination(query, count, ids),
        records: records.map((record) => presentAccessRecord(collection, record)),
      },
    };
  },
});
