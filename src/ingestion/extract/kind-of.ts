import type { FileKind } from "./file-types.ts";
import { formatOf } from "./media-type.ts";
import { unreadType } from "./unread-type.ts";

/**
 * Detects the kind of a file; opens containers to do so.
 * @throws ExtractionError when no reader supports it
 */
export async function kindOf(input: Parameters<typeof formatOf>[0]): Promise<{ readonly kind: FileKind; readonly charset: string | null }> {
  const format = formatOf(input);
  if (format.kind === "unsupported") throw unreadType(format.mediaType);
  if (format.kind !== "container") return format;
  const { containerKind } = await import("./office/container-kind.ts");
  return { kind: await containerKind(input.bytes, format), charset: null };
}
