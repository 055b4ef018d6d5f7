import type { XmlAttributes } from "../xml/read-xml.ts";

const IS_OFF = /^(?:0|false|off)$/;
const MAX_OPEN = 64;
export const TICKED = "☒";
export const NOT_TICKED = "☐";

interface Field {
  /** Whether the form data already supplied the field's result. */
  isRepeated: boolean;
  isResult: boolean;
}

interface Form {
  readonly kind: "list" | "box";
  readonly entries: string[];
  chosen: number;
  isTicked: boolean;
}

/** Form fields of a Word document (ECMA-376-1, 17.16.17): check boxes and drop-down lists. */
export class DocxFields {
  readonly #open: Field[] = [];
  #form: Form | null = null;

  /** Whether the following text repeats a form field's value. */
  get isRepeated(): boolean {
    return this.#open.some(({ isRepeated, isResult }) => isRepeated && isResult);
  }

  open(name: string, attributes: XmlAttributes): void {
    const value = attributes.get("val");
    if (name === "fldChar") this.#fieldChar(attributes.get("fldCharType") ?? "");
    else if (name === "ddList") this.#form = { kind: "list", entries: [], chosen: 0, isTicked: false };
    else if (name === "checkBox") this.#form = { kind: "box", entries: [], chosen: 0, isTicked: false };
    else if (this.#form === null) return;
    else if (name === "listEntry") this.#form.entries.push(value ?? "");
    else if (name === "result") this.#form.chosen = Number(value ?? 0) || 0;
    else if (name === "default" && this.#form.kind === "list") this.#form.chosen ||= Number(value ?? 0) || 0;
    else if (name === "default" || name === "checked") this.#form.isTicked = !IS_OFF.test(value ?? "1");
  }

  /** @returns the displayed value when the form data ends */
  close(name: string): string {
    const form = this.#form;
    if (form === null || (name !== "ddList" && name !== "checkBox")) return "";
    this.#form = null;
    const field = this.#open.at(-1);
    if (field !== undefined) field.isRepeated = true;
    if (form.kind === "box") return form.isTicked ? TICKED : NOT_TICKED;
    return form.entries[form.chosen] ?? "";
  }

  #fieldChar(type: string): void {
    const field = this.#open.at(-1);
    if (type === "begin" && this.#open.length < MAX_OPEN)
      this.#open.push({ isRepeated: false, isResult: false });
    else if (type === "separate" && field !== undefined) field.isResult = true;
    else if (type === "end") this.#open.pop();
  }
}
