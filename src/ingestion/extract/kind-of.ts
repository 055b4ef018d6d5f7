import type { FileKind } from "./file-types.ts";
import { formatOf } from "./media-type.ts";
import { unreadType } from "./unread-type.ts";

/** As what a file is read; containers are opened for that. @throws ExtractionError when it is of no kind that can be read */
export async function kindOf(input: Parameters<typeof formatOf>[0]): Promise<{ readonly kind: FileKind; readonly charset: string | null }> {
  const format = formatOf(input);
  if (format.kind === "unsupported") throw unreadType(format.mediaType);
  if (format.kind !== "container") return format;
  const { containerKind } = await import("./office/container-kind.ts");
  return { kind: await containerKind(input.bytes, format), charset: null };
}
