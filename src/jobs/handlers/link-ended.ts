import type { JobContext } from "../job-context.ts";
import type { JobOf } from "../job.ts";

/** Notifies the room, which closes the sockets of the link's guests and admits no new guests. */
export async function handleLinkEnded(
  { platform }: JobContext,
  { threadId, tokenId }: JobOf<"link_ended">,
): Promise<null> {
  await platform.room(threadId).closeGuests(tokenId);
  return null;
}
