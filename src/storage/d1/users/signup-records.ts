import type { UserRecord } from "../../../domain/user.ts";
import type { Database, Statement } from "../core/database.ts";
import { collections, grants } from "../schema/collections.ts";
import { identities, memberships, organizations, projects, userEmails, users } from "../schema/users.ts";
import { putSnapshot } from "./users.ts";

/** The records that the sign-up of a user creates. */
export interface SignupRecords {
  readonly identity: typeof identities.$inferInsert;
  readonly user: UserRecord;
  readonly email: typeof userEmails.$inferInsert;
  readonly organization: typeof organizations.$inferInsert;
  readonly project: typeof projects.$inferInsert;
  readonly membership: typeof memberships.$inferInsert;
  readonly collections: (typeof collections.$inferInsert)[];
  readonly grant: typeof grants.$inferInsert;
}

/** The identity comes first. Its primary key rejects the second of two concurrent sign-ups. */
export function insertSignupRecords(db: Database, first: SignupRecords): Statement[] {
  const { build } = db;
  const { user } = first;
  return [
    build.insert(identities).values(first.identity),
    build.insert(users).values(user),
    putSnapshot(db, user.id, user.version, JSON.stringify(user)),
    build.insert(userEmails).values(first.email),
    build.insert(organizations).values(first.organization),
    build.insert(projects).values(first.project),
    build.insert(memberships).values(first.membership),
    build.insert(collections).values(first.collections),
    build.insert(grants).values(first.grant),
  ];
}
