/** Error of an overloaded sandbox, which is no fault of the file. */
export class SandboxBusy extends Error {
  override readonly name = "SandboxBusy";
}
