import { type SQL, sql } from "drizzle-orm";
import { ROWS_OF_ASSET } from "../assets/purge.ts";
import type { Database } from "../core/database.ts";
import type { RecordRows } from "../service/purges.ts";
import { ROWS_OF_THREAD } from "../threads/purge.ts";
import type { DeletionItem } from "./deletions.ts";
import { ROWS_OF_COLLECTION } from "./purge.ts";

const OWN: Readonly<
  Record<DeletionItem["kind"], { readonly table: string; readonly rows: readonly RecordRows[] }>
> = {
  asset: { table: "assets", rows: ROWS_OF_ASSET },
  thread: { table: "threads", rows: ROWS_OF_THREAD },
  collection: { table: "collections", rows: ROWS_OF_COLLECTION },
};
/** Limit of the count per table. The exact number of remaining rows does not matter. */
const COUNTED = 100;

/** Number of D1 rows that belong to each record or name it. */
export function auditDeletion({ build }: Database, items: readonly DeletionItem[]) {
  const kinds = (["asset", "thread", "collection"] as const).filter((kind) =>
    items.some((item) => item.kind === kind),
  );
  const counts = kinds.map((kind) => {
    const ids = JSON.stringify(items.flatMap((item) => (item.kind === kind ? [item.targetId] : [])));
    return sql`SELECT named.value AS id, ${rowsNaming(kind)} AS count FROM json_each(${ids}) named`;
  });
  return build.all<{ readonly id: string; readonly count: number }>(sql.join(counts, sql` UNION ALL `));
}

/** Counts rows by a column instead of a bound id, so one statement counts for all records. */
function rowsNaming(kind: DeletionItem["kind"]): SQL {
  const { table, rows } = OWN[kind];
  const tables = [{ table, column: "id" }, ...rows];
  return sql.join(
    tables.map(
      ({ table: name, column }) =>
        sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.identifier(name)} there WHERE there.${sql.identifier(column)} = named.value LIMIT ${COUNTED}))`,
    ),
    sql` + `,
  );
}
