import { sql, type SQL } from "drizzle-orm";

/**
 * Whether a client holds an upload URL for the asset. The service fetches the bytes of pages itself.
 * @param alias of the table
 */
export function awaitsUpload(alias: "r" | "ar" | "wa" | "assets"): SQL {
  return sql.raw(`(+${alias}.lifecycle_state = 'uploading' AND ${alias}.source_url = '')`);
}
