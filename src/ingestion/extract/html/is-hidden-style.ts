/** Maximum size of a font that nobody can read, by unit. */
const TINY: Readonly<Record<string, number>> = { "": 0, px: 1, pt: 1, em: 0.1, rem: 0.1, "%": 10 };
const LENGTH = /^(\d{0,9}(?:\.\d{1,9})?)(px|pt|em|rem|%|)$/;
const NAMED: Readonly<Record<string, string>> = { white: "#ffffff", black: "#000000" };
const SHORT = /^#([\da-f])([\da-f])([\da-f])$/;
const RGB = /^rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)$/;

/**
 * True if an inline style hides text: no display, no visibility, a font that nobody can read, or letters in
 * the color of their background. Pages that reveal their content by scripts begin with `opacity: 0` or an
 * animation, so these hide nothing.
 */
export function isHiddenStyle(style: string): boolean {
  const values = declarationsOf(style);
  const valueOf = (name: string): string => values.get(name) ?? "";
  if (valueOf("display") === "none" || valueOf("mso-hide") === "all") return true;
  if (["hidden", "collapse"].includes(valueOf("visibility")) && !style.includes("animation")) return true;
  if (isTiny(valueOf("font-size"))) return true;
  const color = colorOf(valueOf("color"));
  const background = colorOf(valueOf("background-color") || valueOf("background"));
  if (color !== "" && (color === "transparent" || color === background)) return true;
  const isCropped = [valueOf("overflow"), valueOf("overflow-y"), valueOf("overflow-x")].includes("hidden");
  return isCropped && ["height", "max-height", "width", "max-width"].some((name) => isNothing(valueOf(name)));
}

function declarationsOf(style: string): Map<string, string> {
  const declarations = style
    .toLowerCase()
    .split(";")
    .map((each): [string, string] => {
      const colon = each.indexOf(":");
      const value = each.slice(colon + 1).replace("!important", "");
      return [each.slice(0, Math.max(0, colon)).trim(), value.replace(/\s/g, "")];
    });
  return new Map(declarations);
}

function isTiny(size: string): boolean {
  const [, number = "", unit = ""] = LENGTH.exec(size) ?? [];
  return number !== "" && Number(number) <= (TINY[unit] ?? 0);
}

function isNothing(length: string): boolean {
  const [, number = ""] = LENGTH.exec(length) ?? [];
  return number !== "" && Number(number) === 0;
}

/** One spelling of a color. */
function colorOf(value: string): string {
  const rgb = RGB.exec(value);
  if (rgb !== null)
    return `#${rgb
      .slice(1)
      .map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("")}`;
  return NAMED[value] ?? value.replace(SHORT, "#$1$1$2$2$3$3");
}
