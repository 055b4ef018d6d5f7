/** There is too much to do; it is no fault of the file. */
export class ExtractorBusy extends Error {
  override readonly name = "ExtractorBusy";
}
