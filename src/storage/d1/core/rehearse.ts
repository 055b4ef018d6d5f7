import { sql } from "drizzle-orm";
import { actionsOfMask, type Effect, NO_REACH, type Reach, type Rehearsal, Rehearsed } from "../../../domain/rehearsal.ts";
import { differences, findMayListAll, type Looked, type Measured, measureReach, noteAccess } from "../sharing/rehearsed-access.ts";
import type { Database, Statement } from "./database.ts";

/** So many effects are told. Where a message is cut on its way, fewer. */
const TOLD = [200, 20, 0] as const;
const COLLECTIONS_LOOKED_AT = 200;
const RECORDS_LOOKED_AT = 50;
/** About so many rows are written down and rolled back, at most. */
const ROWS = 20_000;

const OUTCOME = /assert:rehearsed;(.{0,1000000});end/s;
const BEGUN = /assert:rehearsed;/;

interface Batch {
  readonly asserts: readonly Statement[];
  readonly writes: readonly Statement[];
  /** The user whose change is rehearsed. */
  readonly actorId: string;
}

type Told = readonly [count: number, effects: readonly (readonly [string, Effect["kind"], string, number, number, string])[]];

/**
 * Does a change and takes it back: the very batch is run, with who may do what within reach written down before and behind it, and then made to
 * fail, so that D1 rolls all of it back. What differs is told by the message of that failure: the only thing that leaves such a transaction.
 * @throws Rehearsed what would happen; or whatever the change itself runs into
 */
export async function rehearse(db: Database, { asserts, writes, actorId }: Batch, reach: Reach = NO_REACH, now: Date): Promise<never> {
  const { measured, told } = await db.read({ measured: measureReach(db, reach), told: findMayListAll(db, actorId, reach) });
  const sight: Sight = { mayListAll: told[0]?.may === 1, ownIds: [actorId, ...(reach.userIds ?? [])] };
  const found: Measured = measured[0] ?? { crowd: 0, collections: 0, assets: 0, threads: 0 };
  const looked = lookedAt(reach, found);
  for (const limit of TOLD) {
    const fail = db.build.all(sql`SELECT json_extract('{}', 'assert:rehearsed;' || ${differences(limit)} || ';end')`);
    try {
      await db.write([...asserts, ...noteAccess(db, reach, 0, looked, now), ...writes, ...noteAccess(db, reach, 1, looked, now), fail]);
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      const outcome = OUTCOME.exec(message)?.[1];
      if (outcome !== undefined) throw new Rehearsed(outcomeOf(JSON.parse(outcome) as Told, found, looked, sight));
      if (!BEGUN.test(message)) throw error;
    }
  }
  throw new Error("a rehearsal told nothing");
}

/** Where many people have access, less is looked at. */
function lookedAt({ userIds }: Reach, { crowd }: Measured): Looked {
  const most = userIds === null ? Math.max(1, Math.floor(ROWS / (1 + crowd))) : Infinity;
  return { collections: Math.min(COLLECTIONS_LOOKED_AT, most), records: Math.min(RECORDS_LOOKED_AT, most) };
}

/** Whom the caller may be told about. */
interface Sight {
  /** Whether they may list who has access to every collection that the change is about. */
  readonly mayListAll: boolean;
  /** Themselves, and those whom they named. */
  readonly ownIds: readonly string[];
}

/** Effects on others come from the rights on a collection, so only those who may list these are told of them. The others are told how many there are. */
function outcomeOf([count, rows]: Told, { collections, assets, threads }: Measured, limits: Looked, sight: Sight): Rehearsal {
  const shown = rows.filter(([who]) => sight.mayListAll || sight.ownIds.includes(who));
  const effects = shown.map(([who, kind, targetId, gained, lost, address]) => {
    return { who, email: fromHex(address), kind, targetId, gained: actionsOfMask(gained), lost: actionsOfMask(lost) };
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

/** Addresses are told as digits, so that no message is taken for another one. */
function fromHex(digits: string): string {
  return new TextDecoder().decode(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}
