/** The contrast of the design's colors by WCAG 2, computed from the stylesheet. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";

const TOKENS = join(PROJECT_ROOT, "console", "src", "theme", "tokens.css");
const AVATARS = join(PROJECT_ROOT, "console", "src", "parts", "avatar", "avatar.css");
/** WCAG 1.4.3 for text, 1.4.11 for the borders of controls and the focus. */
const TEXT = 4.5;
const CONTROL = 3;

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const tokens = new Map(
  [
    ...readFileSync(TOKENS, "utf8").matchAll(
      /^ {2}--([\w-]+):\s*(?:light-dark\()?(#\w{6})(?:,\s*(#\w{6})\))?;$/gm,
    ),
  ].map(([, name = "", light = "", dark = light]) => [name, { light, dark }]),
);

function colorOf(name: string, theme: Theme): string {
  const color = tokens.get(name);
  if (color === undefined) throw new Error(`tokens.css has no color --${name}.`);
  return color[theme];
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const ON: readonly [text: string, backgrounds: readonly string[]][] = [
  ["ink", ["frame", "surface", "raised", "sunk", "selected"]],
  ["muted", ["frame", "surface", "raised", "sunk", "selected"]],
  ["draft", ["surface"]],
  ["link", ["frame", "surface", "raised", "sunk", "selected"]],
  ["on-primary", ["primary"]],
  ["on-mark", ["mark"]],
  ["on-chip", ["chip"]],
  ["ok", ["ok-back", "surface"]],
  ["info", ["info-back", "surface"]],
  ["warn", ["warn-back", "surface"]],
  ["bad", ["bad-back", "surface", "raised", "sunk"]],
  ["on-bad", ["bad"]],
  ["paper-ink", ["paper"]],
];
const CONTROLS: readonly [border: string, backgrounds: readonly string[]][] = [
  ["control", ["frame", "surface", "raised", "sunk"]],
  ["link", ["frame", "surface", "raised", "sunk", "selected"]],
  // The focus in the bar of selected rows.
  ["on-primary", ["primary"]],
];

describe.each(THEMES)("in the %s theme", (theme) => {
  const pairs = (table: typeof ON) =>
    table.flatMap(([name, backs]) => backs.map((back) => [name, back] as const));

  test.each(pairs(ON))("text in --%s on --%s has a contrast of 4.5", (text, back) => {
    expect(contrast(colorOf(text, theme), colorOf(back, theme))).toBeGreaterThanOrEqual(TEXT);
  });

  test.each(pairs(CONTROLS))("borders and focus in --%s on --%s have a contrast of 3", (border, back) => {
    expect(contrast(colorOf(border, theme), colorOf(back, theme))).toBeGreaterThanOrEqual(CONTROL);
  });
});

test("initials have a contrast of 4.5 on each color of an avatar", () => {
  const css = readFileSync(AVATARS, "utf8");
  const backs = [...css.matchAll(/background: (#\w{6});/g)].map(([, color = ""]) => color);
  expect(backs).toHaveLength(6);
  for (const back of backs) expect(contrast("#ffffff", back)).toBeGreaterThanOrEqual(TEXT);
});

test("links and the focus on paper have a contrast of 4.5, where the theme is dark too", () => {
  const css = readFileSync(join(PROJECT_ROOT, "console", "src", "reader", "reader.css"), "utf8");
  const [, link = ""] = /\.paper,[^}]*--link: (#\w{6});/.exec(css) ?? [];
  for (const theme of THEMES) expect(contrast(link, colorOf("paper", theme))).toBeGreaterThanOrEqual(TEXT);
});

test("the formula agrees with known pairs", () => {
  expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
