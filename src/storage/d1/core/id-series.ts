import { sql, type SQL } from "drizzle-orm";
import { type IdKind, newId } from "../../../domain/ids.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ROW_CHARS = 6;
const BITS_A_CHAR = 5;

/** What all identifiers of one statement's rows begin with: the first 20 characters of a fresh TypeID. */
export function newSeries(kind: IdKind): string {
  return newId(kind).slice(0, -ROW_CHARS);
}

/**
 * Fresh identifiers for the rows of one statement, made in SQL: the series, then the row's number in the TypeID's alphabet.
 * @param row yields the row's number, below 2^30 and different for each row of the statement
 */
export function idOfRow(kind: IdKind, row: SQL, head: string = newSeries(kind)): SQL<string> {
  const chars = Array.from({ length: ROW_CHARS }, (_, place) => {
    const shift = sql.raw(String(BITS_A_CHAR * (ROW_CHARS - 1 - place)));
    return sql`substr(${sql.raw(`'${ALPHABET}'`)}, 1 + ((${row} >> ${shift}) & 31), 1)`;
  });
  return sql<string>`(${head} || ${sql.join(chars, sql` || `)})`;
}

/** Whether the identifier is one of the series; a range of an index. */
export function isOfSeries(id: SQL, head: string): SQL<boolean> {
  return sql<boolean>`(${id} >= ${head} AND ${id} < ${`${head}~`})`;
}
