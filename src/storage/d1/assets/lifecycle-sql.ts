import { sql, type SQL } from "drizzle-orm";
import { type AssetEvent, statesBefore } from "../../../domain/asset-lifecycle.ts";

/** The states in which the event is allowed, for `IN (…)`: literals, which partial indexes are found by. */
export function statesBeforeSql(event: AssetEvent): SQL {
  return sql.raw(
    statesBefore(event)
      .map((state) => `'${state}'`)
      .join(", "),
  );
}
