import { CommitConflict } from "../domain/conflicts.ts";

const ATTEMPTS = 4;

/**
 * A verb whose batch met a conflict reads again and finds the right answer or error; nothing was written.
 * Only concurrent changes of the same records conflict twice.
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
