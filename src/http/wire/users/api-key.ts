import * as z from "zod";
import { ACTIONS } from "../../../domain/access.ts";
import type { ApiKeyRow } from "../../../storage/d1/users/api-keys.ts";
import { idString } from "../identifier.ts";
import { nullableTimestamp, presentMoment, timestamp } from "../values.ts";

/** An API key without its secret. Identifiers are text, as in all records outside the contract. */
export const apiKey = z.object({
  apiKeyId: idString("key"),
  name: z.string(),
  actions: z.array(z.enum(ACTIONS)),
  collectionIds: z.array(idString("col")).meta({ description: "Empty: all collections of its user." }),
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: nullableTimestamp.meta({ description: "The day, in UTC." }),
  revokedAt: nullableTimestamp,
});

export function presentApiKey({
  id,
  name,
  actions,
  collectionIds,
  ...row
}: ApiKeyRow): z.input<typeof apiKey> {
  return {
    apiKeyId: id,
    name,
    actions: [...actions],
    collectionIds: [...collectionIds],
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: presentMoment(row.lastUsedAt),
    revokedAt: presentMoment(row.revokedAt),
  };
}
