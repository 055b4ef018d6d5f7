import { ExtractionError } from "../domain/extraction-error.ts";

/** A stage exceeded its deadline. A retry may help. */
export class StageTimeout extends ExtractionError {
  /** As the deadline names it. */
  readonly stage: string;

  constructor(stage: string, ms: number) {
    super(`${stage} took longer than ${ms / 1000} seconds.`, { permanent: false });
    this.stage = stage;
  }
}
