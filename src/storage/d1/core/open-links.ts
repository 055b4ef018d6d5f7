import { sql, type SQL } from "drizzle-orm";
import { isActiveUser, isAliveThread, mayOnPath } from "./access.ts";

/** Public links `gl` with the active thread `gt` and its active home `gc`. */
export const LINKS_OF_THREADS: SQL = sql`thread_links gl JOIN threads gt ON gt.id = gl.thread_id AND ${isAliveThread("gt")}
    JOIN collections gc ON gc.id = gt.home_collection_id AND gc.lifecycle_state = 'active'`;

/** Whether the creator of `gl` may still share its thread. */
export const MAKER_MAY_SHARE: SQL<boolean> = mayOnPath(sql`gl.shared_by`, sql`gc.path`, "share");

/**
 * Whether the link `gl` opens its thread now. The link has not ended, and the account of its creator is
 * active and may share the thread.
 */
export const IS_OPEN: SQL<boolean> = sql`(gl.revoked_at IS NULL AND ${isActiveUser(sql`gl.shared_by`)} AND ${MAKER_MAY_SHARE})`;
