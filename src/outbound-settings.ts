/** Schemas of hosts and networks in settings. Only src/config.ts imports this module. */
import * as z from "zod";
import { type OutboundRule, parseOutboundRule } from "./net/outbound-rule.ts";

const MAX_RULES = 100;

const rule = z.string().transform((text, ctx): OutboundRule => {
  const parsed = parseOutboundRule(text);
  if (!("refusal" in parsed)) return parsed;
  ctx.addIssue({ code: "custom", message: parsed.refusal });
  return z.NEVER;
});

/** Entries separated by commas. */
export const outboundSettings = z
  .string()
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .pipe(z.array(rule).max(MAX_RULES));

export type OutboundSettings = Readonly<z.output<typeof outboundSettings>>;

export const networkList = z
  .string()
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^[\da-f.:]+(?:\/\d{1,3})?$/i,
          "must be addresses or networks such as 10.0.0.0/8, separated by commas",
        ),
    ),
  );
