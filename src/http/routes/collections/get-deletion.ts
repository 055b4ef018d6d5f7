import * as z from "zod";
import { getDeletion } from "../../../services/collections/get-deletion.ts";
import { defineOperation } from "../../operation.ts";
import { deletionReceipt, presentDeletionReceipt } from "../../wire/collections/deletion.ts";
import { idParam } from "../../wire/identifier.ts";

export const getDeletionOperation = defineOperation({
  id: "getDeletion",
  method: "GET",
  path: "/v1/deletions/{deletionID}",
  audience: "user",
  access: "The requester, and owners of the organization's root",
  contract: { reader: "not_found" },
  tag: "collections",
  summary: "The receipt of a deletion for good.",
  description:
    "Counts at the request and counts of removed records, by kind and by store. After a crash the " +
    "counts of a store can be too low. `/check` shows whether records remain.",
  params: z.object({ deletionID: idParam("op") }),
  message: ({ done }) => (done ? "The deletion is finished." : "The deletion is running."),
  data: deletionReceipt,
  async handle(ctx, { params }) {
    const receipt = await getDeletion(ctx, { deletionId: params.deletionID });
    return { data: presentDeletionReceipt(receipt), done: receipt.finishedAt !== null };
  },
});
