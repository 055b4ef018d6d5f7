import { ExtractionError } from "../domain/extraction-error.ts";
import type { Deadline } from "./pipeline-run.ts";

/** The two that belong to no stage. With those of the stages, less than the 15 minutes that the platform gives an alarm. */
export const LOOKING: Deadline = { ms: 40_000, name: "Looking the file up" };
export const RECORDING: Deadline = { ms: 40_000, name: "Recording the progress" };

/**
 * What a stage's work gives, unless that takes longer than the stage may: then the attempt is over, and the work continues, and nobody waits for it. It does no
 * harm: whatever it still writes asserts that the asset is where the stage found it.
 * @throws ExtractionError that says which stage it was; trying again may help
 */
export async function withinDeadline<T>({ ms, name }: Deadline, work: () => Promise<T>): Promise<T> {
  const { promise: overrun, reject } = Promise.withResolvers<never>();
  const overran = (): void => reject(new ExtractionError(`${name} took longer than ${ms / 1000} seconds.`, { permanent: false }));
  const timer = setTimeout(overran, ms);
  try {
    return await Promise.race([work(), overrun]);
  } finally {
    clearTimeout(timer);
  }
}
