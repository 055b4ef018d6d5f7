import * as z from "zod";
import { MAX_MULTIPART_BYTES } from "../../../domain/asset.ts";
import { name, text } from "../fields.ts";

/**
 * Media type `type/subtype` with parameters, as in RFC 9110. Control characters are invalid, because the type
 * becomes a header.
 */
const CONTENT_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+([ \t]*;[ \t]*[\w!#$&^.+-]+=("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w!#$&^.+-]+))*$/;

/** SHA-256 of the bytes, in hexadecimal digits of either case; "" if unknown. */
export const sha256Field = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/, "must be 64 hexadecimal digits")
  .toLowerCase()
  .nullish()
  .transform((digest) => digest ?? "");

/**
 * A file before its upload. If it declares `size` (bytes) or `sha256` (hexadecimal), the service rejects
 * other bytes.
 */
export const newAsset = {
  contentType: text(1, 255).regex(CONTENT_TYPE, "must be a media type such as text/plain"),
  originalFileName: name(1, 255),
  size: z.int().min(0).max(MAX_MULTIPART_BYTES).nullish().default(null),
  sha256: sha256Field,
};
