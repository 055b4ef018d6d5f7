import * as z from "zod";
import { invalidField } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { getSharedThread, type SharedThread, shareThread } from "../../../services/threads/share-thread.ts";
import { defineOperation } from "../../operation.ts";
import { emailAddress, unique } from "../../wire/fields.ts";
import { idBytes, idField, idParam, presentId } from "../../wire/identifier.ts";

const body = z
  .object({
    threadId: idField("thread"),
    messageId: idField("msg").nullish(),
    shareMethod: z.enum(["link", "email"]),
    shareTo: z.array(emailAddress).max(100).transform(unique),
  })
  .refine(({ shareMethod, shareTo }) => shareMethod === "link" || shareTo.length > 0, {
    path: ["shareTo"],
    error: "must name somebody when shareMethod is email",
  });

const sharedThread = z.object({ address: z.string(), publicToken: z.string(), tokenId: idBytes });

export const shareThreadOperation = defineOperation({
  id: "shareThread",
  method: "POST",
  path: "/v1/threads/{threadID}/share",
  audience: "user",
  access: "`share` on the thread's home",
  tag: "threads",
  summary: "Create the public link of a thread.",
  description:
    "A thread has one live link, and a new link revokes the earlier one. `messageId` names the last " +
    "visible message; without it the link shows all messages, including future ones. The link ends " +
    "for good when its creator may no longer share the thread. The service sends no mail: deliver " +
    "`address`. Users who may share the thread see the token in its `permanentShareToken`.",
  params: z.object({ threadID: idParam("thread") }),
  body,
  example: {
    threadId: "thread_01h455vb4pex5vsknk084sn02q",
    messageId: null,
    shareMethod: "link",
    shareTo: [],
  },
  message: "Public link created.",
  data: sharedThread,
  async handle(ctx, request) {
    const { threadId, messageId, shareMethod: method, shareTo: emails } = request.body;
    if (threadId !== request.params.threadID) throw invalidField("threadId", "is not the one in the path");
    const shared = await shareThread(ctx, { threadId, messageId: messageId ?? null, method, emails });
    return { data: present(shared) };
  },
  async replay(ctx, { params }, targetId: Id<"token">) {
    return { data: present(await getSharedThread(ctx, { threadId: params.threadID, tokenId: targetId })) };
  },
});

function present({ address, publicToken, tokenId }: SharedThread): z.input<typeof sharedThread> {
  return { address, publicToken, tokenId: presentId(tokenId) };
}
