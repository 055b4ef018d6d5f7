/**
 * The results of a file as UTF-8 texts. The service quotes from `text`, else from `markdown`, else from
 * `transcription`.
 */
export type Artifacts = Readonly<Partial<Record<ArtifactKind, string>>>;
export const ARTIFACT_KINDS = ["html", "markdown", "transcription", "text"] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** A downloaded file. */
export interface Source {
  /** In its own folder under a fixed name: `source.<ending>`. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly contentType: string;
}

/**
 * The file contains no readable text. The message tells the owner the problem and a remedy in one or two
 * sentences.
 */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
