import { type AccountRow, findAccount } from "../../../storage/d1/users/users.ts";
import { actorSql, type Context, readAsUser } from "../../context/context.ts";

export type { AccountRow } from "../../../storage/d1/users/users.ts";

/**
 * Reads the caller's account, even while it is being deleted.
 * @throws ServiceError
 */
export async function readAccount(ctx: Context): Promise<AccountRow> {
  const { rows } = await readAsUser(
    ctx,
    { account: findAccount(ctx.db, actorSql(ctx)) },
    { mayBeLeaving: true },
  );
  return rows.account[0]!;
}
