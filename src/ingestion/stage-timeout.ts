import { ExtractionError } from "../domain/extraction-error.ts";
import { MS_PER_SECOND } from "../domain/time.ts";

/** Error of a stage that exceeded its deadline. A retry may help. */
export class StageTimeout extends ExtractionError {
  /** Name of the stage in its deadline. */
  readonly stage: string;

  constructor(stage: string, ms: number) {
    super(`${stage} took longer than ${ms / MS_PER_SECOND} seconds.`, { permanent: false });
    this.stage = stage;
  }
}
