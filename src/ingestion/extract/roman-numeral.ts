const WORTH = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;
const MAX_SIZE = 3_999;

/** Returns a lower-case Roman numeral, or digits for a number without a Roman numeral. */
export function romanNumeral(value: number): string {
  if (value < 1 || value > MAX_SIZE) return String(value);
  let left = value;
  let text = "";
  for (const [worth, sign] of WORTH) {
    while (left >= worth) {
      text += sign;
      left -= worth;
    }
  }
  return text;
}
