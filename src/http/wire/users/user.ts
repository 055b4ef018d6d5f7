import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import { pictureUrl } from "../../../domain/picture-url.ts";
import type { UserRecord } from "../../../domain/user.ts";
import { idBytes, nullableIdBytes, presentId, presentNullableId } from "../identifier.ts";
import { metadata, nullableTimestamp, presentMetadata, presentMoment } from "../values.ts";

const address = z.object({
  city: z.string(),
  country: z.string(),
  countryCode: z.string(),
  extendedAddress: z.string(),
  formatted: z.string(),
  metadata,
  poBox: z.string(),
  postalCode: z.string(),
  region: z.string(),
  streetAddress: z.string(),
  type: z.string(),
});

export const user = z.object({
  address: z.array(address),
  authDisplayName: z.string(),
  authPictureURL: z.string(),
  displayName: z.string(),
  email: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  locale: z.string(),
  phoneticName: z.string(),
  pictureURL: z.string(),
  slug: z.string(),
  lifecycleState: z.enum(["active", "merged", "suspended", "deleted"]),
  etag: z.string(),
  emails: z.array(z.object({ email: z.string(), type: z.string(), verifiedAt: nullableTimestamp })),
  externalIdentifiers: z.array(z.object({ id: z.string(), label: z.string(), metadata })),
  id: idBytes,
  maintenanceActivities: z.array(z.object({ activity: z.string(), applied_at: nullableTimestamp })),
  markedForAbuseAt: nullableTimestamp,
  markedForAbuseBy: nullableIdBytes,
  metadata: metadata.extend({ markedForAbuseAt: nullableTimestamp, markedForAbuseBy: nullableIdBytes }),
  organizations: z.array(
    z.object({
      costCenter: z.string(),
      department: z.string(),
      occupation: z.string(),
      title: z.string(),
      metadata,
      organizationId: idBytes,
      tenantId: idBytes,
    }),
  ),
  potentialScore: z.int(),
  version: z.int(),
});

/** Fields that OIDC's `address` claim lacks. */
const NO_ADDRESS = { countryCode: "", extendedAddress: "", poBox: "", type: "" };

export function presentUser(record: UserRecord): z.input<typeof user> {
  const abuse = {
    markedForAbuseAt: presentMoment(record.markedForAbuseAt),
    markedForAbuseBy: presentNullableId(record.markedForAbuseBy),
  };
  return {
    address: record.addresses.map((entry) => ({
      ...NO_ADDRESS,
      ...entry,
      metadata: presentMetadata(record),
    })),
    authDisplayName: record.authDisplayName,
    authPictureURL: pictureUrl(record.authPictureUrl),
    displayName: record.displayName,
    email: record.email,
    familyName: record.familyName,
    givenName: record.givenName,
    locale: record.locale,
    phoneticName: record.phoneticName,
    pictureURL: pictureUrl(record.pictureUrl),
    slug: record.slug,
    lifecycleState: record.lifecycleState,
    etag: etagOf(record.id, record.version),
    emails: record.emails.map((entry) => ({
      email: entry.email,
      type: entry.type,
      verifiedAt: presentMoment(entry.verifiedAt),
    })),
    externalIdentifiers: record.identities.map((identity) => presentIdentity(record, identity)),
    id: presentId(record.id),
    maintenanceActivities: [],
    ...abuse,
    metadata: { ...presentMetadata(record), ...abuse },
    organizations: record.memberships.map((membership) => ({
      costCenter: "",
      department: "",
      occupation: "",
      title: "",
      metadata: presentMetadata(membership),
      organizationId: presentId(membership.organizationId),
      tenantId: presentId(membership.tenantId),
    })),
    potentialScore: record.potentialScore,
    version: record.version,
  };
}

/** Presents the subject of an identity, with the issuer as its label. */
function presentIdentity(
  record: UserRecord,
  { issuer, subject, createdAt }: UserRecord["identities"][number],
) {
  const made = {
    createdAt,
    createdBy: record.id,
    modifiedAt: createdAt,
    modifiedBy: record.id,
    deletedAt: null,
    deletedBy: null,
  };
  return { id: subject, label: issuer, metadata: presentMetadata(made) };
}
