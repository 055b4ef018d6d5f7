import type { Id } from "../../domain/ids.ts";
import { type PersonRow, selectKnownPeople } from "../../storage/d1/users/people.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/**
 * Returns names and pictures of those of the users that the caller may see. It leaves out unknown users and
 * users that the caller may not see, so that a caller cannot distinguish them.
 */
export async function listUsers(
  ctx: Context,
  input: { readonly userIds: readonly Id<"user">[]; readonly threadId: Id<"thread"> | null },
): Promise<readonly PersonRow[]> {
  const { rows } = await readAsUser(ctx, { people: selectKnownPeople(ctx.db, actorSql(ctx), input) });
  return rows.people;
}
