import type { Database, Rows } from "../../storage/d1/core/database.ts";
import {
  type FoldedUser,
  findSnapshotPage,
  moveSnapshotCursor,
  putSnapshots,
} from "../../storage/d1/users/snapshots.ts";
import { toUserRecord } from "./internal/user-record.ts";

const USERS_PER_RUN = 200;

export interface Healed {
  /** Number of examined users. */
  readonly seen: number;
  readonly attempted: readonly string[];
  readonly healed: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Rebuilds missing and outdated snapshots for the next 200 users. The next run continues with the users after
 * them, and begins again after the last user. Can run twice at the same time. Writes no audit event, because
 * snapshots are derived data. Takes two D1 round trips.
 */
export async function healMissingUserSnapshots(db: Database): Promise<Healed> {
  const rows = await db.read(findSnapshotPage(db, USERS_PER_RUN));
  const { seen, last } = rows.page[0] ?? { seen: 0, last: null };
  const { folded, errors } = buildRecords(rows);
  const next = seen < USERS_PER_RUN ? "" : (last ?? "");
  const cursor = rows.cursor[0]?.value ?? "";
  const { written } = await db.read({
    written: putSnapshots(db, folded),
    moved: moveSnapshotCursor(db, cursor, next),
  });
  return {
    seen,
    attempted: rows.users.map(({ id }) => id),
    healed: written.map(({ userId }) => userId),
    errors,
  };
}

type PageRows = Rows<ReturnType<typeof findSnapshotPage>>;

/**
 * Builds the records of the users. A user with incomplete rows becomes an error and does not block the other
 * users.
 */
function buildRecords(rows: PageRows): { folded: FoldedUser[]; errors: string[] } {
  const byUser = {
    emails: Map.groupBy(rows.emails, ({ userId }) => userId),
    identities: Map.groupBy(rows.identities, ({ userId }) => userId),
    memberships: Map.groupBy(rows.memberships, ({ userId }) => userId),
  };
  const folded: FoldedUser[] = [];
  const errors: string[] = [];
  for (const user of rows.users) {
    const { id, version } = user;
    const parts = {
      emails: byUser.emails.get(id) ?? [],
      identities: byUser.identities.get(id) ?? [],
      memberships: byUser.memberships.get(id) ?? [],
    };
    try {
      folded.push({ id, version, body: JSON.stringify(toUserRecord({ user: [user], ...parts })) });
    } catch {
      errors.push(`${id}: its rows do not make a record`);
    }
  }
  return { folded, errors };
}
