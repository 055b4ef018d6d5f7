import type { FileKind } from "./file-types.ts";
import { detectFormat } from "./detect-format.ts";
import { unsupportedType } from "./unsupported-type.ts";

/**
 * Detects the kind of a file, if necessary by opening a container.
 * @throws ExtractionError if no extractor supports the kind
 */
export async function detectKind(
  input: Parameters<typeof detectFormat>[0],
): Promise<{ readonly kind: FileKind; readonly charset: string | null }> {
  const format = detectFormat(input);
  if (format.kind === "unsupported") throw unsupportedType(format.mediaType);
  if (format.kind !== "container") return format;
  const { detectContainer: containerKind } = await import("./office/detect-container.ts");
  return { kind: await containerKind(input.bytes, format), charset: null };
}
