import {
  COLLECTIONS_EXAMINED,
  type ContactRow,
  selectContacts,
} from "../../storage/d1/users/select-contacts.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface SearchUsersInput {
  /** Beginning of the name. Empty means all names. */
  readonly namePrefix: string;
  readonly limit: number;
}

export interface FoundUsers {
  readonly users: readonly ContactRow[];
  /** True if more than `limit` users match, or if the search did not examine all collections. */
  readonly truncated: boolean;
}

/**
 * Finds users by the beginning of their name. The search covers only users whose access to a collection the
 * caller may list, so it reveals no user that the caller cannot find otherwise.
 */
export async function searchUsers(
  ctx: Context,
  { namePrefix, limit }: SearchUsersInput,
): Promise<FoundUsers> {
  const { rows } = await readAsUser(ctx, {
    found: selectContacts(ctx.db, actorSql(ctx), namePrefix, limit + 1),
  });
  const { users = "[]", collections = 0 } = rows.found[0] ?? {};
  const found = JSON.parse(users) as ContactRow[];
  return {
    users: found.slice(0, limit),
    truncated: found.length > limit || collections > COLLECTIONS_EXAMINED,
  };
}
