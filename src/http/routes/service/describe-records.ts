import * as z from "zod";
import { builtDocument } from "../../openapi/built-document.ts";
import { sampleOf } from "../../openapi/sample-of.ts";
import { defineOperation } from "../../operation.ts";
import { assetSummary } from "../../wire/assets/asset-summary.ts";
import { asset } from "../../wire/assets/asset.ts";
import { listedAsset } from "../../wire/assets/listed-asset.ts";
import { bareCollection, collection, treeNode } from "../../wire/collections/collection.ts";
import { deletionReceipt } from "../../wire/collections/deletion.ts";
import { pagination } from "../../wire/pagination.ts";
import { serviceStatusSchema } from "../../wire/service-status.ts";
import { accessRecord } from "../../wire/sharing/access-record.ts";
import { claimResult } from "../../wire/sharing/claim-result.ts";
import { shareResult } from "../../wire/sharing/share-result.ts";
import { listedThread } from "../../wire/threads/listed-thread.ts";
import { message } from "../../wire/threads/message.ts";
import { scope, shareToken, thread } from "../../wire/threads/thread.ts";
import { healResult } from "../../wire/users/heal-result.ts";
import { mergeResult } from "../../wire/users/merge-result.ts";
import { user } from "../../wire/users/user.ts";
import { metadata } from "../../wire/values.ts";
import { workingContext } from "../users/sync-user.ts";

const records = z.object({
  AccessRecord: accessRecord,
  Asset: asset,
  AssetSummary: assetSummary,
  BareCollection: bareCollection,
  ClaimResult: claimResult,
  Collection: collection,
  CollectionTreeNode: treeNode,
  DeletionReceipt: deletionReceipt,
  HealResult: healResult,
  ListedAsset: listedAsset,
  ListedThread: listedThread,
  MergeResult: mergeResult,
  Message: message,
  Metadata: metadata,
  Pagination: pagination,
  Scope: scope,
  ServiceStatus: serviceStatusSchema,
  ShareResult: shareResult,
  ShareToken: shareToken,
  Thread: thread,
  User: user,
  WorkingContext: workingContext,
});

export const describeRecordsOperation = defineOperation({
  id: "describeRecords",
  method: "GET",
  path: "/v1/_/gen/records",
  audience: "anyone",
  access: "Anyone",
  tag: "service",
  summary: "Every record of the contract with example values, for code generators.",
  description:
    "One member for each kind of record, with the example values of `/openapi.json`. " +
    "`/v1/_/gen/threads` has the thread events. Identifiers are bytes, whatever the request prefers.",
  message: "Examples of every record.",
  data: records,
  async handle() {
    return { data: await example(), areExamples: true };
  },
});

/** Example records, built from the examples in the generated document. */
async function example(): Promise<z.input<typeof records>> {
  const { components } = await builtDocument("");
  return sampleOf({ $ref: "#/components/schemas/DescribeRecordsResult" }, components.schemas) as z.input<
    typeof records
  >;
}
