import { sha256Hex } from "../../domain/hash.ts";
import { parseId } from "../../domain/ids.ts";
import type { InvitationRef } from "../../storage/d1/sharing/invitation-sql.ts";

/** Reads a claim token: an invitation's id as a string, or its public token. Anything else is a token that nobody has. */
export async function invitationRef(token: string): Promise<InvitationRef> {
  const id = parseId("token", token);
  return id === null ? { tokenHash: await sha256Hex(token) } : { id };
}
