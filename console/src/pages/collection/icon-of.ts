import type { IconName } from "../../parts/icon/icon-paths.ts";

const BY_TYPE: readonly (readonly [RegExp, IconName])[] = [
  [/pdf/, "pdf"],
  [/^image\//, "picture"],
  [/spreadsheet|excel|csv|tab-separated/, "sheet"],
  [/rfc822|mbox/, "mail"],
  [/html/, "web"],
  [/zip|tar|gzip/, "folder"],
];

/** The icon of a document of a media type. */
export function iconOf(contentType: string): IconName {
  return BY_TYPE.find(([type]) => type.test(contentType))?.[1] ?? "document";
}
