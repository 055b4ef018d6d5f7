import { escapeUTF8 } from "entities";
import type { RunResult } from "../run-all.ts";
import { SHARES } from "./table.ts";

const ROW = 18;
const LABEL_WIDTH = 190;
const BAR_WIDTH = 170;
const PANEL = { width: LABEL_WIDTH + BAR_WIDTH + 60, head: 28, gap: 16 };
const COLUMNS = 3;
/** The Okabe–Ito palette, which is safe for most color-blind readers. */
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"];

/** Draws one panel per figure, with one bar per set and variant; each variant has one color. */
export function plotOf(results: readonly RunResult[]): string {
  const shown = SHARES.filter(([, name]) => results.some(({ figures }) => figures[name] !== null));
  const height = PANEL.head + results.length * ROW + PANEL.gap;
  const variants = [...new Set(results.map(({ variant }) => variant))];
  const panels = shown.map(([title, name], place) => {
    const bars = results.map(({ set, variant, figures }, row) => {
      const colour = COLOURS[variants.indexOf(variant) % COLOURS.length] ?? "";
      return barOf(
        variants.length > 1 ? `${set}, ${variant}` : set,
        figures[name],
        PANEL.head + row * ROW,
        colour,
      );
    });
    const at = `translate(${(place % COLUMNS) * PANEL.width},${Math.floor(place / COLUMNS) * height})`;
    return `<g transform="${at}"><text x="${LABEL_WIDTH}" y="18" font-weight="bold">${escapeUTF8(title)}</text>${bars.join("")}</g>`;
  });
  const size = [COLUMNS * PANEL.width, Math.ceil(shown.length / COLUMNS) * height] as const;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size.join(" ")}"`;
  return `${open} font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>\n${panels.join("\n")}\n</svg>\n`;
}

function barOf(label: string, share: number | null, y: number, colour: string): string {
  const width = ((share ?? 0) * BAR_WIDTH).toFixed(1);
  const words = share === null ? "–" : share.toFixed(3);
  return (
    `<text x="${LABEL_WIDTH - 6}" y="${y + 13}" text-anchor="end">${escapeUTF8(label)}</text>` +
    `<rect x="${LABEL_WIDTH}" y="${y + 2}" width="${BAR_WIDTH}" height="${ROW - 4}" fill="#eeeeee"/>` +
    `<rect x="${LABEL_WIDTH}" y="${y + 2}" width="${width}" height="${ROW - 4}" fill="${colour}"/>` +
    `<text x="${LABEL_WIDTH + BAR_WIDTH + 6}" y="${y + 13}">${words}</text>`
  );
}
