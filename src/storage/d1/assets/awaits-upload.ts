import { sql, type SQL } from "drizzle-orm";

/**
 * Whether the asset waits for bytes from a client's upload. The service itself fetches the bytes of web
 * pages.
 * @param alias alias of the table `assets`
 */
export function awaitsUpload(alias: "r" | "ar" | "wa" | "assets"): SQL {
  return sql.raw(`(+${alias}.lifecycle_state = 'uploading' AND ${alias}.source_url = '')`);
}
