/** The sandbox is overloaded; the file is not at fault. */
export class SandboxBusy extends Error {
  override readonly name = "SandboxBusy";
}
