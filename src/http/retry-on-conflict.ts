import { CommitConflict } from "../domain/conflicts.ts";

const ATTEMPTS = 4;

/**
 * Repeats a use case after a conflict of its batch, which wrote nothing. The second run reads again and
 * returns the right result or error. Only concurrent changes of the same records conflict twice.
 */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CommitConflict) || attempt === ATTEMPTS) throw error;
    }
  }
}
