/** What was made of a file: texts in UTF-8. The service quotes from `text`, else from `markdown`, else from `transcription`. */
export type Artifacts = Readonly<Partial<Record<ArtifactKind, string>>>;
export const ARTIFACT_KINDS = ["html", "markdown", "transcription", "text"] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** A file that a reader is to read. */
export interface Source {
  /** In a folder of its own, under a name that nobody chose: `source.<ending>`. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly contentType: string;
}

/** The file gave no text. The message is a sentence or two for the people whose file it is: what is wrong, what they can do. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}
