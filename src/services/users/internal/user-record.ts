import { ServiceError } from "../../../domain/errors.ts";
import { type UserRecord, userRecordSchema } from "../../../domain/user.ts";
import type { IdentityRow, MembershipRow, UserEmailRow, UserRow } from "../../../storage/d1/users/users.ts";

interface UserRows {
  readonly user: readonly UserRow[];
  readonly emails: readonly UserEmailRow[];
  readonly identities: readonly IdentityRow[];
  readonly memberships: readonly MembershipRow[];
}

/**
 * Builds a user record from its rows.
 * @throws ServiceError `not_found`
 */
export function toUserRecord(rows: UserRows): UserRecord {
  const user = rows.user[0];
  if (user === undefined) throw new ServiceError("not_found", "There is no such user.");
  const { emails, identities, memberships } = rows;
  return userRecordSchema.parse({ ...user, emails, identities, memberships });
}

/**
 * Returns the snapshot of this version of a user. Returns null if the snapshot is missing, outdated or
 * unreadable.
 */
export function readSnapshot(
  snapshot: { version: number; body: string } | undefined,
  version: number,
): UserRecord | null {
  if (snapshot === undefined || snapshot.version !== version) return null;
  const parsed = userRecordSchema.safeParse(safeJson(snapshot.body));
  return parsed.success ? parsed.data : null;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
