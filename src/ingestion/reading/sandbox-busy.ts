/** There is too much to do; it is no fault of the file. */
export class SandboxBusy extends Error {
  override readonly name = "SandboxBusy";
}
