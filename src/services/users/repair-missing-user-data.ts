import { SERVICE_USER_ID } from "../../domain/ids.ts";
import { insertAuditEvents } from "../../storage/d1/service/audit.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  findRepairPage,
  isAtRepairCursor,
  moveRepairCursor,
  repairedUsers,
  repairStatements,
} from "../../storage/d1/users/repair.ts";
import type { Context } from "../context/context.ts";
import { DEFAULT_LABELS } from "./internal/create-user.ts";
import type { Healed } from "./heal-missing-user-snapshots.ts";
import { serviceWriter } from "../context/service-writer.ts";

const USERS_PER_RUN = 200;

/**
 * Repairs missing initial records for the next 200 users: organization membership, project, root with the
 * service's three collections, and an owner of that root. Reports users without an organization as errors.
 * Writes audit events.
 */
export async function repairMissingUserData(ctx: Context): Promise<Healed> {
  const { db, now } = ctx;
  const { page, lacking } = await db.read(findRepairPage(db, USERS_PER_RUN));
  const { seen, last, from } = page[0] ?? { seen: 0, last: null, from: "" };
  const attempted = lacking.map(({ id }) => id);
  const healed = lacking.filter(({ homeless }) => homeless === 0).map(({ id }) => id);
  const errors = lacking
    .filter(({ homeless }) => homeless === 1)
    .map(({ id }) => `${id}: there is no organization of this user`);
  const moved = moveRepairCursor(db, seen < USERS_PER_RUN ? "" : (last ?? ""));
  if (healed.length === 0) {
    await db.write([moved]);
    return { seen, attempted, healed, errors };
  }
  const writer = serviceWriter(ctx);
  await commit(writer, {
    asserts: [isAtRepairCursor(from)],
    writes: [
      ...repairStatements(db, healed, DEFAULT_LABELS, now),
      insertAuditEvents(writer, repairedUsers(healed)),
      moved,
    ],
    audit: { organizationId: null, targetId: SERVICE_USER_ID },
  });
  return { seen, attempted, healed, errors };
}
