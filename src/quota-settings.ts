/** Schema of the setting `QUOTAS`. */
import * as z from "zod";
import { idText } from "./domain/id-text.ts";
import type { QuotaCounter } from "./domain/quota.ts";

const most = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
const quotaOfPeriod = z.strictObject({
  questions: most,
  units: most,
  assets: most,
  bytes: most,
} satisfies Record<QuotaCounter, z.ZodType>);
const quotas = z.strictObject({ day: quotaOfPeriod.optional(), month: quotaOfPeriod.optional() });

export const quotaSettings = z.strictObject({
  each: quotas.default({}),
  organizations: z.record(idText("org"), quotas).default({}),
});
