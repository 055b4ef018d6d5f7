import { sql, type SQL } from "drizzle-orm";
import { type AssetEvent, statesBefore } from "../../../domain/asset-lifecycle.ts";

/**
 * The states in which the event is allowed, for `IN (…)`. Literals, because SQLite uses a partial index only
 * for literals.
 */
export function statesBeforeSql(event: AssetEvent): SQL {
  return sql.raw(
    statesBefore(event)
      .map((state) => `'${state}'`)
      .join(", "),
  );
}
