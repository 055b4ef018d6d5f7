import { ExtractionError } from "../../../src/domain/extraction-error.ts";

/**
 * The reason why a file was not extracted.
 * @throws any other error
 */
export function reasonOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ExtractionError) return error.reason;
    throw error;
  }
  throw new Error("it was read");
}
