import { newId } from "../../../src/domain/ids.ts";
import { QUESTION } from "../fixtures/message-input.ts";
import { insertRow } from "./workplace.ts";

/** Stores a question with a pending answer that no room writes. */
export async function askNobody({
  threadId,
  userId,
}: {
  readonly threadId: string;
  readonly userId: string;
}) {
  const messageId = newId("msg");
  const record = {
    version: 1,
    created_at: 1,
    created_by: userId,
    modified_at: 1,
    modified_by: userId,
    thread_id: threadId,
  };
  await insertRow("messages", {
    ...record,
    id: messageId,
    position: 1,
    kind: "prompt",
    content: QUESTION,
    state: "done",
  });
  const answer = {
    kind: "text",
    content: "",
    state: "pending",
    in_reply_to: messageId,
    variant: 1,
    answer_version: 1,
  };
  await insertRow("messages", { ...record, id: newId("msg"), position: 2, ...answer });
  return messageId;
}
