import type { CodeToken } from "./parse-number-format.ts";

/** Maximum number of decimals. */
const MAX_DECIMALS = 30;
const MAX_DENOMINATOR = 999;
const GROUP = 3;
const TOO_LARGE = 1e21;

/** Formats a non-negative number with decimal digits; null if the number is too large. */
export function formatDigits(value: number, tokens: readonly CodeToken[]): string | null {
  const point = tokens.findIndex(({ kind }) => kind === "point");
  const end = point < 0 ? tokens.length : point;
  const last = tokens.findLastIndex(({ kind }, at) => kind === "digit" && at < end);
  const first = tokens.findIndex(({ kind }) => kind === "digit");
  const commas = tokens.flatMap(({ kind }, at) => (kind === "comma" && at < end ? [at] : []));
  const scale =
    commasFrom(tokens, last + 1) +
    (point < 0 ? 0 : commasFrom(tokens, tokens.findLastIndex(({ kind }) => kind === "digit") + 1));
  const isGrouped = commas.some((at) => at > first && at < last);
  const percents = tokens.filter(({ kind }) => kind === "percent").length;
  const decimals = Math.min(
    tokens.filter(({ kind }, at) => kind === "digit" && at > end).length,
    MAX_DECIMALS,
  );
  const scaled = (value * 100 ** percents) / 1000 ** scale;
  if (!(scaled < TOO_LARGE)) return null;
  const [whole = "", fraction = ""] = rounded(scaled, decimals).split(".");
  const before = tokens.slice(0, end);
  return (
    wholePart(whole.replace(/^0+/, ""), before, isGrouped) +
    (point < 0 ? "" : fractionPart(fraction, tokens.slice(point)))
  );
}

/** Fills digit placeholders from the right. The first placeholder takes all remaining digits. */
function wholePart(digits: string, tokens: readonly CodeToken[], isGrouped: boolean): string {
  const first = tokens.findIndex(({ kind }) => kind === "digit");
  const parts: string[] = [];
  let left = digits;
  let shown = 0;
  const push = (digit: string): void => {
    if (isGrouped && shown > 0 && shown % GROUP === 0) parts.push(",");
    parts.push(digit);
    shown += 1;
  };
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at];
    if (token?.kind !== "digit") {
      if (token !== undefined) parts.push(plainText(token));
      continue;
    }
    if (left !== "") push(left.at(-1) ?? "");
    else if (token.text === "0") push("0");
    else if (token.text === "?") parts.push(" ");
    left = left.slice(0, -1);
    for (; at === first && left !== ""; left = left.slice(0, -1)) push(left.at(-1) ?? "");
  }
  // If the format has no integer placeholders, the integer digits precede the decimal point.
  return (first < 0 ? digits : "") + parts.reverse().join("");
}

function fractionPart(digits: string, tokens: readonly CodeToken[]): string {
  const places = tokens.filter(({ kind }) => kind === "digit");
  let needed = places.length;
  while (
    needed > 0 &&
    (digits[needed - 1] ?? "0") === "0" &&
    places[needed - 1]?.kind === "digit" &&
    textOfPlace(places[needed - 1]) !== "0"
  )
    needed -= 1;
  let nth = 0;
  return tokens
    .map((token) => {
      if (token.kind !== "digit") return plainText(token);
      nth += 1;
      return nth <= needed ? (digits[nth - 1] ?? "0") : token.text === "?" ? " " : "";
    })
    .join("");
}

/**
 * Formats a number in scientific notation: "1.23E+05", "12.3E+6". With several integer placeholders, the
 * exponent is a multiple of their number.
 */
export function formatScientific(value: number, tokens: readonly CodeToken[]): string | null {
  const at = tokens.findIndex(({ kind }) => kind === "exponent");
  const [mantissa, behind] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const point = mantissa.findIndex(({ kind }) => kind === "point");
  const places = mantissa.filter(
    ({ kind }, index) => kind === "digit" && (point < 0 || index < point),
  ).length;
  const decimals = Math.min(mantissa.filter(({ kind }) => kind === "digit").length - places, MAX_DECIMALS);
  const step = Math.max(1, places);
  let exponent = value === 0 ? 0 : Math.floor(Math.floor(Math.log10(value)) / step) * step;
  if (Number(rounded(value / 10 ** exponent, decimals)) >= 10 ** step) exponent += step;
  const shown = formatDigits(value / 10 ** exponent, mantissa);
  const token = tokens[at];
  const sign = exponent < 0 ? "-" : token?.kind === "exponent" && token.isSigned ? "+" : "";
  const width = behind.filter(({ kind }) => kind === "digit").length;
  const rest = behind.map((each) => (each.kind === "digit" ? "" : plainText(each))).join("");
  return shown === null ? null : `${shown}E${sign}${String(Math.abs(exponent)).padStart(width, "0")}${rest}`;
}

/**
 * Formats a number as a fraction. If the format has an integer placeholder, writes a mixed number: "1 1/4".
 * @param slash index of the fraction bar
 */
export function formatFraction(value: number, tokens: readonly CodeToken[], slash: number): string | null {
  if (value >= Number.MAX_SAFE_INTEGER) return null;
  let begin = slash;
  while (tokens[begin - 1]?.kind === "digit") begin -= 1;
  let end = slash + 1;
  while (tokens[end]?.kind === "digit" || isFigure(tokens[end])) end += 1;
  const below = tokens
    .slice(slash + 1, end)
    .map((token) => (token.kind === "literal" ? token.text : token.kind === "digit" ? token.text : ""));
  const fixed = Number(below.join("").replaceAll(/[#?]/g, ""));
  const hasWhole = tokens.slice(0, begin).some(({ kind }) => kind === "digit");
  const whole = hasWhole ? Math.floor(value) : 0;
  const [above, under] = nearest(
    value - whole,
    fixed > 0 ? fixed : null,
    Math.min(10 ** below.length - 1, MAX_DENOMINATOR),
  );
  const carried = hasWhole && above === under ? whole + 1 : whole;
  const isWhole = hasWhole && (above === 0 || above === under);
  const lead = hasWhole
    ? carried === 0 && !isWhole
      ? ""
      : (formatDigits(carried, tokens.slice(0, begin)) ?? "")
    : literalsOf(tokens.slice(0, begin));
  const said = isWhole ? (carried === 0 ? "0" : "") : `${above}/${under}`;
  return `${lead.trimEnd()} ${said}${literalsOf(tokens.slice(end))}`;
}

function nearest(value: number, fixed: number | null, most: number): [above: number, below: number] {
  if (fixed !== null) return [Math.round(value * fixed), fixed];
  // The last two convergents of the continued fraction. The loop ends when the denominator no longer fits.
  let [before, last]: [number, number][] = [
    [1, 0],
    [Math.floor(value), 1],
  ];
  for (let rest = value - Math.floor(value); rest > 1e-9; rest = 1 / rest - Math.floor(1 / rest)) {
    const times = Math.floor(1 / rest);
    const next: [number, number] = [times * last![0] + before![0], times * last![1] + before![1]];
    if (next[1] > most) break;
    [before, last] = [last!, next];
  }
  return last!;
}

/** Counts consecutive commas from the index `from` on. */
function commasFrom(tokens: readonly CodeToken[], from: number): number {
  let at = from;
  while (from > 0 && tokens[at]?.kind === "comma") at += 1;
  return at - from;
}

/** Rounds half up, as Excel does. Digits after the fifteenth are noise of the binary number. */
function rounded(value: number, decimals: number): string {
  const exact = String(Number(value.toPrecision(15)));
  if (exact.includes("e") || decimals > 15) return value.toFixed(decimals);
  const shifted = Math.round(Number(`${exact}e${decimals}`));
  return shifted < TOO_LARGE && Number.isSafeInteger(shifted)
    ? (shifted / 10 ** decimals).toFixed(decimals)
    : value.toFixed(decimals);
}

function plainText(token: CodeToken): string {
  if (token.kind === "literal") return token.text;
  return token.kind === "point" ? "." : token.kind === "percent" ? "%" : token.kind === "slash" ? "/" : "";
}

const literalsOf = (tokens: readonly CodeToken[]): string => tokens.map(plainText).join("");
const isFigure = (token: CodeToken | undefined): boolean =>
  token?.kind === "literal" && /^\d$/.test(token.text);
const textOfPlace = (token: CodeToken | undefined): string => (token?.kind === "digit" ? token.text : "");
