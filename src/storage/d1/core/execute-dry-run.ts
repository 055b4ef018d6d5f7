import { sql } from "drizzle-orm";
import {
  actionsOfMask,
  type Effect,
  NO_IMPACT,
  type ImpactScope,
  type DryRun,
  DryRunDone,
} from "../../../domain/dry-run.ts";
import {
  dryRunAccessDifferences,
  findMayListAll,
  type Looked,
  type Measured,
  measureReach,
  recordAccess,
} from "./dry-run-access.ts";
import type { Database, Statement } from "./database.ts";

/** Effects to report at most. If D1 truncates the error message, the next smaller limit applies. */
const TOLD = [200, 20, 0] as const;
const COLLECTIONS_LOOKED_AT = 200;
const RECORDS_LOOKED_AT = 50;
/** Approximate number of rows that a dry run writes and rolls back at most. */
const ROWS = 20_000;

const OUTCOME = /assert:rehearsed;(.{0,1000000});end/s;
const BEGUN = /assert:rehearsed;/;

interface Batch {
  readonly asserts: readonly Statement[];
  readonly writes: readonly Statement[];
  /** The user whose change is tested. */
  readonly actorId: string;
}

type Told = readonly [
  count: number,
  effects: readonly (readonly [string, Effect["kind"], string, number, number, string])[],
];

/**
 * Runs a change as a dry run. The batch runs the change between two snapshots of access within its impact
 * scope, then fails, so D1 rolls it back. The error message carries the difference, because a failed
 * transaction returns nothing else.
 * @throws DryRunDone with the effects
 * @throws the change's own error if the change fails
 */
export async function executeDryRun(
  db: Database,
  { asserts, writes, actorId }: Batch,
  reach: ImpactScope = NO_IMPACT,
  now: Date,
): Promise<never> {
  const { measured, told } = await db.read({
    measured: measureReach(db, reach),
    told: findMayListAll(db, actorId, reach),
  });
  const sight: Sight = { mayListAll: told[0]?.may === 1, ownIds: [actorId, ...(reach.userIds ?? [])] };
  const found: Measured = measured[0] ?? { crowd: 0, collections: 0, assets: 0, threads: 0 };
  const looked = lookedAt(reach, found);
  for (const limit of TOLD) {
    const fail = db.build.all(
      sql`SELECT json_extract('{}', 'assert:rehearsed;' || ${dryRunAccessDifferences(limit)} || ';end')`,
    );
    try {
      await db.write([
        ...asserts,
        ...recordAccess(db, reach, 0, looked, now),
        ...writes,
        ...recordAccess(db, reach, 1, looked, now),
        fail,
      ]);
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      const outcome = OUTCOME.exec(message)?.[1];
      if (outcome !== undefined)
        throw new DryRunDone(outcomeOf(JSON.parse(outcome) as Told, found, looked, sight));
      if (!BEGUN.test(message)) throw error;
    }
  }
  throw new Error("a rehearsal told nothing");
}

/** Limits of the snapshot, lower if many people have access. */
function lookedAt({ userIds }: ImpactScope, { crowd }: Measured): Looked {
  const most = userIds === null ? Math.max(1, Math.floor(ROWS / (1 + crowd))) : Infinity;
  return { collections: Math.min(COLLECTIONS_LOOKED_AT, most), records: Math.min(RECORDS_LOOKED_AT, most) };
}

/** The people whom the caller may see in the effects. */
interface Sight {
  /** Whether the caller may list access to every collection of the change. */
  readonly mayListAll: boolean;
  /** Ids of the caller and of the users named in the request. */
  readonly ownIds: readonly string[];
}

/**
 * Builds the result of a dry run. Callers who may list access to the collections see the effects on all
 * people. Other callers see effects on themselves and on users they named, and the number of other effects.
 */
function outcomeOf(
  [count, rows]: Told,
  { collections, assets, threads }: Measured,
  limits: Looked,
  sight: Sight,
): DryRun {
  const shown = rows.filter(([who]) => sight.mayListAll || sight.ownIds.includes(who));
  const effects = shown.map(([who, kind, targetId, gained, lost, address]) => {
    return {
      subjectId: who,
      email: fromHex(address),
      kind,
      targetId,
      gained: actionsOfMask(gained),
      lost: actionsOfMask(lost),
    };
  });
  return {
    changes: true,
    effects,
    count,
    unnamed: sight.mayListAll ? 0 : count - shown.length,
    reach: { collections, assets, threads },
    limits,
  };
}

/**
 * Decodes an address from hexadecimal digits. The encoding prevents an address from containing the delimiters
 * of the error message.
 */
function fromHex(digits: string): string {
  return new TextDecoder().decode(
    Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );
}
