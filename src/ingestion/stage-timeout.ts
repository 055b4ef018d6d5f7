import { ExtractionError } from "../domain/extraction-error.ts";

/** Error of a stage that exceeded its deadline. A retry may help. */
export class StageTimeout extends ExtractionError {
  /** Name of the stage in its deadline. */
  readonly stage: string;

  constructor(stage: string, ms: number) {
    super(`${stage} took longer than ${ms / 1000} seconds.`, { permanent: false });
    this.stage = stage;
  }
}
