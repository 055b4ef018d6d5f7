import { sql, type SQL } from "drizzle-orm";
import { type Id, type IdKind, newId, parseId } from "../../../domain/ids.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ROW_CHARS = 6;
const BITS_PER_CHAR = 5;

/** The common prefix of the ids that one statement creates: the first 20 characters of a new TypeID. */
export function newIdBlock(kind: IdKind): string {
  return newId(kind).slice(0, -ROW_CHARS);
}

/**
 * A new id in SQL for each row of a statement: the prefix, then the row number in the TypeID alphabet.
 * @param row SQL that yields a row number below 2^30, unique in the statement
 */
export function idOfRow(kind: IdKind, row: SQL, head: string = newIdBlock(kind)): SQL<string> {
  const chars = Array.from({ length: ROW_CHARS }, (_, place) => {
    const shift = sql.raw(String(BITS_PER_CHAR * (ROW_CHARS - 1 - place)));
    return sql`substr(${sql.raw(`'${ALPHABET}'`)}, 1 + ((${row} >> ${shift}) & 31), 1)`;
  });
  return sql<string>`(${head} || ${sql.join(chars, sql` || `)})`;
}

/** New ids in ascending order. The first id determines the others. */
export function newIds<K extends IdKind>(kind: K, count: number): Id<K>[] {
  return idsOf(kind, newIdBlock(kind), count);
}

/** @param first the first id that `newIds` returned */
export function idsFrom<K extends IdKind>(kind: K, first: Id, count: number): Id<K>[] {
  return idsOf(kind, first.slice(0, -ROW_CHARS), count);
}

function idsOf<K extends IdKind>(kind: K, head: string, count: number): Id<K>[] {
  return Array.from({ length: count }, (_, row) => {
    const chars = Array.from(
      { length: ROW_CHARS },
      (_char, place) => ALPHABET[(row >> (BITS_PER_CHAR * (ROW_CHARS - 1 - place))) & 31],
    );
    return requireId(kind, head + chars.join(""));
  });
}

function requireId<K extends IdKind>(kind: K, text: string): Id<K> {
  const id = parseId(kind, text);
  if (id === null) throw new Error("not of a series");
  return id;
}

/** Whether the id has this prefix. The condition is one range of an index. */
export function isInIdBlock(id: SQL, head: string): SQL<boolean> {
  return sql<boolean>`(${id} >= ${head} AND ${id} < ${`${head}~`})`;
}
