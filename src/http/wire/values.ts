import * as z from "zod";
import { nullableIdBytes, presentId, presentNullableId } from "./identifier.ts";

export const timestamp = z.iso.datetime();

const isMoment = (value: string): boolean => z.iso.datetime({ offset: true }).safeParse(value).success;

/** Schema of a time in a request. */
export const requestTime = z
  .string()
  .refine(isMoment, "must be a moment such as 2026-11-22T10:00:00Z")
  .meta({ format: "date-time" })
  .transform((value) => new Date(value));

/** A timestamp; null without a value. */
export const nullableTimestamp = timestamp.nullable();

export function presentMoment(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}

/** `deletedAt` of asset summaries. */
export const nullableTime = z
  .object({ Time: timestamp, Valid: z.boolean() })
  .meta({ examples: [{ Time: "0001-01-01T00:00:00Z", Valid: false }] });

/** Optional texts of asset summaries. */
export const nullableString = z
  .object({ String: z.string(), Valid: z.boolean() })
  .meta({ examples: [{ String: "", Valid: false }] });

/** The metadata record of collections, threads, messages and parts of a user. */
export const metadata = z.object({
  createdAt: nullableTimestamp,
  createdBy: nullableIdBytes,
  deletedAt: nullableTimestamp,
  deletedBy: nullableIdBytes,
  modifiedAt: nullableTimestamp,
  modifiedBy: nullableIdBytes,
});

interface Recorded {
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly deletedAt: Date | null;
  readonly deletedBy: string | null;
  readonly modifiedAt: Date;
  readonly modifiedBy: string;
}

export function presentMetadata(record: Recorded): z.input<typeof metadata> {
  return {
    createdAt: record.createdAt.toISOString(),
    createdBy: presentId(record.createdBy),
    deletedAt: presentMoment(record.deletedAt),
    deletedBy: presentNullableId(record.deletedBy),
    modifiedAt: record.modifiedAt.toISOString(),
    modifiedBy: presentId(record.modifiedBy),
  };
}
