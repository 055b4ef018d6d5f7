import { sql, type SQL } from "drizzle-orm";

/** Whether somebody is to send an asset's bytes: they hold a URL that takes them. A page's are fetched here. @param alias of the table */
export function awaitsUpload(alias: "r" | "ar" | "wa" | "assets"): SQL {
  return sql.raw(`(+${alias}.lifecycle_state = 'uploading' AND ${alias}.source_url = '')`);
}
