/** Moves the focus by the keyboard alone, and looks at each stop for what keeps people from seeing it. */
import type { Locator, Page } from "playwright-core";

/** WCAG 2.4.13 and 1.4.11: a focus indicator against the color beside it. */
const MIN_CONTRAST = 3;
const MAX_STOPS = 120;

/**
 * Presses Tab until the element has the focus.
 * @param key `Shift+Tab` goes backwards
 * @returns the problems of all stops on the way
 * @throws Error if no stop is the element
 */
export async function tabTo(
  page: Page,
  wanted: Locator,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<string[]> {
  const problems: string[] = [];
  const stops: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await hasFocus(wanted)) return problems;
    await page.keyboard.press(key);
    problems.push(...(await focusProblems(page)));
    stops.push(await focusedName(page));
  }
  throw new Error(`No stop of Tab is ${String(wanted)}: ${stops.join(", ")}`);
}

export async function hasFocus(wanted: Locator): Promise<boolean> {
  return (
    (await wanted.count()) > 0 && (await wanted.first().evaluate((each) => each === document.activeElement))
  );
}

/** The name of the focused element, as far as its attributes and text say it. */
export async function focusedName(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const { activeElement: focused } = document;
    if (focused === null) return "nothing";
    const name = focused.getAttribute("aria-label") ?? (focused.textContent ?? "").trim().slice(0, 60);
    return `${focused.getAttribute("role") ?? focused.localName} ${name}`;
  });
}

/** @returns what keeps people from seeing the focus: nothing has it, it is covered, or its ring is too pale */
export async function focusProblems(page: Page): Promise<string[]> {
  return await page.evaluate((minContrast) => {
    const { activeElement: focused } = document;
    // The browser's own window: Tab behind the last element.
    if (focused === null || focused === document.body) return [];
    const told = `${focused.localName}.${focused.getAttribute("class") ?? ""} "${(focused.getAttribute("aria-label") ?? focused.textContent ?? "").trim().slice(0, 40)}"`;
    const rgba = (color: string): readonly number[] => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      if (canvas === null) return [0, 0, 0, 0];
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (color: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = color.slice(0, 3).map((each) => {
        const part = each / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (a: readonly number[], b: readonly number[]): number =>
      (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const backOf = (element: Element | null): readonly number[] => {
      for (let up = element; up !== null; up = up.parentElement) {
        const back = rgba(getComputedStyle(up).backgroundColor);
        if (back[3] === 255) return back;
      }
      return rgba("white");
    };
    /** A ring, or the border that shows the focus of a field within a box. */
    const ringOf = (element: Element): { readonly color: string; readonly isInside: boolean } | null => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) return null;
      return { color: outlineColor, isInside: Number.parseFloat(outlineOffset) < 0 };
    };
    const problems: string[] = [];
    const holder = [
      focused,
      focused.parentElement,
      focused.closest(":focus-within:not(:has(:focus-within :focus-within))"),
    ]
      .filter((each) => each !== null)
      .find((each) => ringOf(each) !== null);
    const ring = holder === undefined ? null : ringOf(holder);
    if (ring === null || holder === undefined) problems.push(`no ring: ${told}`);
    else {
      const found = contrast(rgba(ring.color), backOf(ring.isInside ? holder : holder.parentElement));
      if (found < minContrast) problems.push(`ring of ${found.toFixed(2)} to 1: ${told}`);
    }
    const { left, right, top, bottom, width, height } = focused.getBoundingClientRect();
    const x = Math.min(Math.max(left + width / 2, 1), innerWidth - 1);
    const y = Math.min(Math.max(top + Math.min(height / 2, 12), 1), innerHeight - 1);
    if (right < 0 || bottom < 0 || left > innerWidth || top > innerHeight) problems.push(`outside: ${told}`);
    else {
      const hit = document.elementFromPoint(x, y);
      if (hit !== null && !focused.contains(hit) && !hit.contains(focused))
        problems.push(`covered by ${hit.localName}.${hit.getAttribute("class") ?? ""}: ${told}`);
    }
    return problems;
  }, MIN_CONTRAST);
}
