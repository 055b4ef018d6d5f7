import * as z from "zod";
import { MULTIPART_STATES } from "../../../domain/multipart.ts";
import type { Multipart } from "../../../services/assets/internal/multipart.ts";
import { idBytes, presentId } from "../identifier.ts";
import { timestamp } from "../values.ts";

/** A multipart upload. */
export const multipart = z.object({
  assetId: idBytes,
  size: z.int().describe("Size of the whole file, in bytes."),
  state: z.enum(MULTIPART_STATES),
  expiresAt: timestamp.describe("Time of automatic cancellation; each part postpones it."),
  parts: z.array(
    z.object({
      number: z.int().describe("Part number, from 1."),
      size: z.int().describe("Size in bytes. The part's URL accepts exactly this size."),
      hasArrived: z.boolean(),
      url: z.string().describe("Accepts the part's bytes by PUT, for an hour; empty for a received part."),
    }),
  ),
});

export function presentMultipartUpload({
  assetId,
  size,
  state,
  expiresAt,
  parts,
}: Multipart): z.input<typeof multipart> {
  return { assetId: presentId(assetId), size, state, expiresAt: expiresAt.toISOString(), parts: [...parts] };
}
