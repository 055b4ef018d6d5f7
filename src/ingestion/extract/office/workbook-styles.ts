import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { type NumberFormat, numberFormat, PLAIN_FORMAT, displayNumber } from "./display-number.ts";
import { DisplayedNumbers } from "./displayed-numbers.ts";
import type { PackageParts } from "./package-parts.ts";

/** Displays cell values by style index. */
export class WorkbookStyles {
  readonly #formats: NumberFormat[] = [];
  readonly #numbers = new DisplayedNumbers();
  readonly #isFrom1904: boolean;

  private constructor(isFrom1904: boolean) {
    this.#isFrom1904 = isFrom1904;
  }

  static *read(
    parts: PackageParts,
    part: string | null,
    isFrom1904: boolean,
  ): CooperativeTask<WorkbookStyles> {
    const styles = new WorkbookStyles(isFrom1904);
    const codes = new Map<string, string>();
    const known = new Map<string, NumberFormat>();
    const formatOf = (id: string): NumberFormat => {
      const format = known.get(id) ?? numberFormat(Number(id), codes.get(id));
      known.set(id, format);
      return format;
    };
    let isInCells = false;
    yield* parts.read(part, {
      open: (name, attributes) => {
        const id = attributes.get("numFmtId") ?? "0";
        if (name === "numFmt") codes.set(id, attributes.get("formatCode") ?? "");
        if (name === "cellXfs") isInCells = true;
        if (name === "xf" && isInCells) styles.#formats.push(formatOf(id));
      },
      close: (name) => {
        if (name === "cellXfs") isInCells = false;
      },
    });
    return styles;
  }

  /** @param style index of the cell's style; "" without one */
  show(stored: string, style: string): string {
    return displayNumber(stored, this.#formatOf(style), this.#isFrom1904, this.#numbers);
  }

  showText(text: string, style: string): string {
    const { around } = this.#formatOf(style);
    return around === null || text === "" ? text : around[0] + text + around[1];
  }

  #formatOf(style: string): NumberFormat {
    return this.#formats[Number(style)] ?? PLAIN_FORMAT;
  }
}
