import type { Steps } from "../../../text/steps.ts";
import { type NumberKind, numberKind, shownNumber } from "./cell-values.ts";
import type { PackageParts } from "./package-parts.ts";

/** How the numbers of cells are shown, by the numbers of their styles. */
export class WorkbookStyles {
  readonly #kinds: NumberKind[] = [];
  readonly #isFrom1904: boolean;

  private constructor(isFrom1904: boolean) {
    this.#isFrom1904 = isFrom1904;
  }

  static *read(parts: PackageParts, part: string | null, isFrom1904: boolean): Steps<WorkbookStyles> {
    const styles = new WorkbookStyles(isFrom1904);
    const codes = new Map<string, string>();
    let isInCells = false;
    yield* parts.read(part, {
      open: (name, attributes) => {
        const id = attributes.get("numFmtId") ?? "0";
        if (name === "numFmt") codes.set(id, attributes.get("formatCode") ?? "");
        if (name === "cellXfs") isInCells = true;
        if (name === "xf" && isInCells) styles.#kinds.push(numberKind(Number(id), codes.get(id)));
      },
      close: (name) => {
        if (name === "cellXfs") isInCells = false;
      },
    });
    return styles;
  }

  /** @param style of the cell; "" when it has none */
  show(stored: string, style: string): string {
    return shownNumber(stored, this.#kinds[Number(style)] ?? "number", this.#isFrom1904);
  }
}
