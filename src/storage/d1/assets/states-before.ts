import { sql, type SQL } from "drizzle-orm";
import { type AssetEvent, statesBefore } from "../../../domain/asset-lifecycle.ts";

/**
 * The states that allow the event, for `IN (…)`. Literals, because SQLite matches partial indexes only by
 * literals.
 */
export function statesBeforeSql(event: AssetEvent): SQL {
  return sql.raw(
    statesBefore(event)
      .map((state) => `'${state}'`)
      .join(", "),
  );
}
