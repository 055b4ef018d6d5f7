/** Error of a run whose asset was deleted or belongs to a newer run. The run ends without further writes. */
export class StaleRun extends Error {
  override readonly name = "StaleRun";
}
