import type { IndexStats } from "./api.ts";

export function readTotals(sql: SqlStorage): IndexStats {
  const { assets, chunks } = sql
    .exec<{ assets: number; chunks: number }>("SELECT assets, chunks FROM totals")
    .one();
  return { assets, chunks };
}
