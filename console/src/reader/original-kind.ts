/** How a document is shown: its own pages first where there are some, then the stored text. */
export type OriginalKind = "pdf" | "picture" | "sound";
export type TextKind = "lines" | "blocks" | "grid" | "slides" | "mail" | "cues";

interface Facts {
  readonly contentType: string;
  readonly extractionStrategy: string;
  readonly originalFileName: string;
}

/** Extractors whose text has a view of its own; all others write reading pages. */
const KINDS: Readonly<Record<string, TextKind>> = {
  text: "lines",
  code: "lines",
  markdown: "lines",
  json: "lines",
  xml: "lines",
  delimited: "grid",
  xlsx: "grid",
  ods: "grid",
  pptx: "slides",
  odp: "slides",
  mail: "mail",
  mbox: "mail",
  captions: "cues",
};

/** Types that a browser draws or plays, and nothing else: never markup. */
const MEDIA: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  wav: "audio/wav",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  flac: "audio/flac",
};

/** The type of a picture or a sound, by its declared type or its name; null for everything else. */
export function mediaTypeOf({ contentType, originalFileName }: Facts): string | null {
  const [declared = ""] = contentType.toLowerCase().split(";");
  const known = Object.values(MEDIA).find((type) => type === declared.trim());
  return known ?? MEDIA[/\.([a-z0-9]{2,4})$/i.exec(originalFileName)?.[1]?.toLowerCase() ?? ""] ?? null;
}

/** The view of the original; null if only the stored text is shown. */
export function originalKindOf(facts: Facts): OriginalKind | null {
  const { contentType, extractionStrategy } = facts;
  const [type = ""] = contentType.toLowerCase().split(";");
  if (extractionStrategy === "pdf-text-layer" || type.trim() === "application/pdf") return "pdf";
  const media = mediaTypeOf(facts);
  if (media === null) return null;
  return media.startsWith("image/") ? "picture" : "sound";
}

export function textKindOf(facts: Facts): TextKind {
  if (/^(?:audio|video)\//.test(facts.contentType) || originalKindOf(facts) === "sound") return "cues";
  return KINDS[facts.extractionStrategy] ?? "blocks";
}

/** Whether lines of the text stand in a face of equal widths. */
export function isCode(extractionStrategy: string): boolean {
  return extractionStrategy !== "text" && extractionStrategy !== "markdown";
}
