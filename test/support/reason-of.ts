import { ExtractionError } from "../../src/domain/extraction-error.ts";

/** Why a file was not read. @throws what is no such reason */
export function reasonOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ExtractionError) return error.reason;
    throw error;
  }
  throw new Error("it was read");
}
