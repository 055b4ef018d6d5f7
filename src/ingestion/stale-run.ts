/** The asset was deleted or belongs to a newer run, so this stale run ends. */
export class StaleRun extends Error {
  override readonly name = "StaleRun";
}
