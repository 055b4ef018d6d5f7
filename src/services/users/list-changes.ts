import { parseStrings } from "../../domain/asset.ts";
import { type ChangeCursor, MAX_CHANGES, MAX_HEARD } from "../../domain/change-cursor.ts";
import { selectChanges } from "../../storage/d1/users/select-changes.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface ListedChanges {
  /** Ids of collections, assets and threads that the caller may read now. */
  readonly changed: readonly string[];
  /** False if more changed than the answer names. */
  readonly isComplete: boolean;
  readonly cursor: ChangeCursor;
}

/**
 * Lists the records that changed since the cursor. Takes one D1 round trip. Without a cursor, returns only the
 * cursor of this moment.
 */
export async function listChanges(ctx: Context, after: ChangeCursor | null): Promise<ListedChanges> {
  const at = ctx.now.getTime();
  const cursor = after ?? { at, known: [] };
  const { rows } = await readAsUser(ctx, { changes: selectChanges(ctx.db, actorSql(ctx), cursor) });
  const { events = "[]", known = "[]", changed = "[]" } = rows.changes[0] ?? {};
  const next: ChangeCursor = { at: Math.max(at, cursor.at), known: parseStrings(known) };
  if (after === null) return { changed: [], isComplete: true, cursor: next };
  const count = parseStrings(events).length;
  const isAllHeard = next.known.length < MAX_HEARD;
  return {
    changed: count === 0 ? [] : parseStrings(changed),
    isComplete: isAllHeard && count <= MAX_CHANGES,
    cursor: next,
  };
}
