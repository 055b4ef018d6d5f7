import { sha256Hex } from "../../../domain/sha256.ts";
import { parseId } from "../../../domain/ids.ts";
import type { InvitationRef } from "../../../storage/d1/sharing/invitation-ref.ts";

/**
 * Parses a claim token: the id or the public token of an invitation. Any other text becomes a token that does
 * not exist.
 */
export async function invitationRef(token: string): Promise<InvitationRef> {
  const id = parseId("token", token);
  return id === null ? { tokenHash: await sha256Hex(token) } : { id };
}
