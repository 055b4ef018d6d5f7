import { romanNumeral } from "../roman-numeral.ts";

/** How a list spells its numbers: by the names of Word and of OpenDocument; by digits where the name is another one. */
export function formatNumber(value: number, format: string): string {
  switch (format) {
    case "lowerLetter":
    case "a":
      return letters(value);
    case "upperLetter":
    case "A":
      return letters(value).toUpperCase();
    case "lowerRoman":
    case "i":
      return romanNumeral(value);
    case "upperRoman":
    case "I":
      return romanNumeral(value).toUpperCase();
    case "decimalZero":
      return String(value).padStart(2, "0");
    default:
      return String(value);
  }
}

/** a … z, aa, bb … */
function letters(value: number): string {
  if (value < 1 || value > 260) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
