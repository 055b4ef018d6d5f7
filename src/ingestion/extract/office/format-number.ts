import { romanNumeral } from "../roman-numeral.ts";

/**
 * Formats a list number by the name of a format in Word or OpenDocument. Writes digits for an unknown name.
 */
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

/** Letters as list numbers: a … z, aa, bb … */
function letters(value: number): string {
  if (value < 1 || value > 260) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}
