/** The asset was deleted, or a later run owns it: this run has nothing more to do. */
export class Superseded extends Error {
  override readonly name = "Superseded";
}
