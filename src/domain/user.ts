import * as z from "zod";
import type { Id, IdKind } from "./ids.ts";

/** Schema of an id from the service's own storage. It does not validate the id again. */
const idOf = <K extends IdKind>(_kind: K) => z.string() as unknown as z.ZodType<Id<K>>;

const moment = z.coerce.date();
const nullableMoment = moment.nullable();
const record = {
  createdAt: moment,
  createdBy: idOf("user"),
  deletedAt: nullableMoment,
  deletedBy: idOf("user").nullable(),
  modifiedAt: moment,
  modifiedBy: idOf("user"),
};

/** A postal address, as in OIDC's `address` claim. */
const postalAddress = z.object({
  formatted: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  country: z.string(),
});
export type PostalAddress = z.output<typeof postalAddress>;

/**
 * The complete record of a user. It is stored as JSON in snapshots and returned by a sign-in. Ids are
 * strings.
 */
export const userRecordSchema = z.object({
  id: idOf("user"),
  slug: z.string(),
  email: z.string(),
  displayName: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  phoneticName: z.string(),
  authDisplayName: z.string(),
  authPictureUrl: z.string(),
  pictureUrl: z.string(),
  locale: z.string(),
  addresses: z.array(postalAddress),
  potentialScore: z.int(),
  lifecycleState: z.enum(["active", "merged", "suspended", "deleted"]),
  organizationId: idOf("org"),
  tenantId: idOf("tenant"),
  markedForAbuseAt: nullableMoment,
  markedForAbuseBy: idOf("user").nullable(),
  version: z.int(),
  ...record,
  emails: z.array(z.object({ email: z.string(), type: z.string(), verifiedAt: nullableMoment })),
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), createdAt: moment })),
  memberships: z.array(z.object({ organizationId: idOf("org"), tenantId: idOf("tenant"), ...record })),
});
export type UserRecord = z.output<typeof userRecordSchema>;
