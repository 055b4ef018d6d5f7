/** The colors of a mark as the browser draws them. */
import type { Page } from "playwright-core";

interface Color {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

export interface DrawnMark {
  /** The most frequent color of the first marked line. */
  readonly paper: Color;
  /** Its darkest color. */
  readonly ink: Color;
  /** By WCAG 2. */
  readonly contrast: number;
}

/** Scrolls to the first marked line and reads its pixels from a picture of the page. */
export async function drawnMark(page: Page): Promise<DrawnMark> {
  const clip = await page.evaluate(async () => {
    const [range] = [...(CSS.highlights.get("cited") as unknown as Iterable<Range>)];
    range!.startContainer.parentElement!.scrollIntoView({ block: "center", inline: "start" });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const [{ left, top, width, height }] = range!.getClientRects() as unknown as [DOMRect];
    const x = Math.max(0, left);
    return { x, y: top, width: Math.min(width, innerWidth - x), height };
  });
  const picture = Buffer.from(await page.screenshot({ clip })).toString("base64");
  // Another page has no policy against such a picture.
  const scratch = await page.context().newPage();
  const pixels = await scratch.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext("2d")!;
    drawing.drawImage(bitmap, 0, 0);
    return [...drawing.getImageData(0, 0, bitmap.width, bitmap.height).data];
  }, picture);
  await scratch.close();
  const colors = Array.from({ length: pixels.length / 4 }, (_, at): Color => {
    const [red = 0, green = 0, blue = 0] = pixels.slice(at * 4, at * 4 + 3);
    return { red, green, blue };
  });
  const counted = Map.groupBy(colors, ({ red, green, blue }) => `${red} ${green} ${blue}`);
  const paper = [...counted.values()].toSorted((one, other) => other.length - one.length)[0]![0]!;
  const ink = colors.toSorted((one, other) => luminance(one) - luminance(other))[0]!;
  return { paper, ink, contrast: (luminance(paper) + 0.05) / (luminance(ink) + 0.05) };
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance({ red, green, blue }: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
