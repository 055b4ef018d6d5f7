import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** The room closes the sockets of the link's guests and admits no more. */
export async function handleLinkEnded({ platform }: JobContext, { threadId, tokenId }: JobOf<"link_ended">): Promise<null> {
  await platform.room(threadId).closeGuests(tokenId);
  return null;
}
