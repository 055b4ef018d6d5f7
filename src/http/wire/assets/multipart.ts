import * as z from "zod";
import { MULTIPART_STATES } from "../../../domain/multipart.ts";
import type { Multipart } from "../../../services/assets/multipart.ts";
import { idBytes, presentId } from "../identifier.ts";
import { timestamp } from "../values.ts";

/** An upload in parts. */
export const multipart = z.object({
  assetId: idBytes,
  size: z.int().describe("Of the whole file, in bytes."),
  state: z.enum(MULTIPART_STATES),
  expiresAt: timestamp.describe("When it is forgotten, unless a part comes before: each puts it off."),
  parts: z.array(
    z.object({
      number: z.int().describe("From 1."),
      size: z.int().describe("In bytes: the part's URL takes so many, and no others."),
      hasArrived: z.boolean(),
      url: z.string().describe("Takes the part's bytes by PUT, for an hour; empty where none are awaited."),
    }),
  ),
});

export function presentMultipartUpload({ assetId, size, state, expiresAt, parts }: Multipart): z.input<typeof multipart> {
  return { assetId: presentId(assetId), size, state, expiresAt: expiresAt.toISOString(), parts: [...parts] };
}
