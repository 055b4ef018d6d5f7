/** What keeps people from using a page, found in the rendered page. */
import type { Page } from "playwright-core";

/** Roles whose elements take input. Each needs a name. */
const CONTROLS = new Set([
  "button",
  "checkbox",
  "combobox",
  "link",
  "listbox",
  "menuitem",
  "option",
  "radio",
  "searchbox",
  "slider",
  "spinbutton",
  "splitter",
  "switch",
  "tab",
  "textbox",
  "treeitem",
]);
/** Roles that a screen reader announces by their names. */
const NAMED_REGIONS = new Set([
  "dialog",
  "grid",
  "tree",
  "navigation",
  "region",
  "toolbar",
  "tablist",
  "menu",
]);

interface AccessibleNode {
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly backendDOMNodeId?: number;
}

/** @returns the controls and regions without a name in the browser's accessibility tree */
export async function namelessNodes(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: AccessibleNode[] };
    const controls = nodes.filter(
      ({ ignored, role }) =>
        !ignored && (CONTROLS.has(role?.value ?? "") || NAMED_REGIONS.has(role?.value ?? "")),
    );
    if (nodes.length === 0) return ["The accessibility tree is empty."];
    return controls
      .filter(({ name }) => (name?.value ?? "").trim() === "")
      .map(({ role, backendDOMNodeId }) => `no name: ${role?.value} (node ${backendDOMNodeId})`);
  } finally {
    await session.detach();
  }
}

/** @returns one line for each way in which the layout hides something or leaves the window */
export async function layoutProblems(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const told = (element: Element): string => {
      const text = (element.textContent ?? "").trim().slice(0, 40);
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${text}`;
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest(".unseen, .skip, [aria-hidden=true]") === null;
    /** The part of the window in which the element can be seen without scrolling. */
    const windowOf = (element: Element): DOMRect => {
      let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
      for (let up = element.parentElement; up !== null; up = up.parentElement) {
        if (getComputedStyle(up).overflow === "visible") continue;
        const box = up.getBoundingClientRect();
        [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
        [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const isInside = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean =>
      x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1;

    if (document.documentElement.scrollWidth > innerWidth) found.push("The page is wider than the window.");
    for (const element of document.querySelectorAll("body *")) {
      if (!isSeen(element)) continue;
      const { overflowX } = getComputedStyle(element);
      // Documents keep the width of their tables and pages, and scroll inside of their frame.
      if (element.closest(".reader-scroller, pre, textarea, input, select") !== null) continue;
      if (["auto", "scroll"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1)
        found.push(`scrolls sideways: ${told(element)}`);
    }
    const modal = document.querySelector("dialog[open]");
    for (const control of document.querySelectorAll(
      "a[href], button, input, select, textarea, [tabindex='0']",
    )) {
      if (!isSeen(control) || (modal !== null && !modal.contains(control))) continue;
      const box = control.getBoundingClientRect();
      if (
        box.width < 2 ||
        box.height < 2 ||
        control.matches("[role=grid], main, [role=row], .resize-edge, .reader-scroller")
      )
        continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (!isInside(windowOf(control), x, y)) {
        if (x < 0 || x > innerWidth) found.push(`outside of the window: ${told(control)}`);
        continue;
      }
      const hit = document.elementFromPoint(x, y);
      if (hit === null || control.contains(hit) || hit.contains(control)) continue;
      if (control.closest("label")?.contains(hit) === true) continue;
      found.push(`covered: ${told(control)} by ${told(hit)}`);
    }
    return found;
  });
}

/** @returns one line for each text that is cut without its whole in a title, or leaves its control */
export async function cutTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      const words = (text.textContent ?? "").trim();
      if (parent === null || words === "" || !parent.checkVisibility({ visibilityProperty: true })) continue;
      if (
        parent.closest(".unseen, .skip, .reader-scroller, textarea, select, option, pre, noscript") !== null
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || getComputedStyle(parent).clipPath !== "none") continue;
      for (let up: Element | null = parent; up !== null && up !== document.body; up = up.parentElement) {
        const { overflowX } = getComputedStyle(up);
        const isControl = up.matches("button, a, [role=tab], .tag, kbd");
        const frame = up.getBoundingClientRect();
        const leaves = box.left < frame.left - 1 || box.right > frame.right + 1;
        if (["auto", "scroll"].includes(overflowX)) break;
        if (overflowX !== "visible" || isControl) {
          if (!leaves) continue;
          const hasWhole = up.closest("[title]") !== null || parent.closest("[title]") !== null;
          if (!hasWhole)
            found.push(
              `cut: "${words.slice(0, 60)}" in <${up.tagName.toLowerCase()} class="${up.getAttribute("class") ?? ""}">`,
            );
          break;
        }
      }
      if (box.left < -1 || box.right > innerWidth + 1) {
        if (parent.closest("[title]") === null) found.push(`outside: "${words.slice(0, 60)}"`);
      }
    }
    return [...new Set(found)];
  });
}

/** Side of the square that a finger hits, in pixels. */
const TARGET_PX = 44;

/**
 * @returns one line for each control that a finger misses: a touch within the square around its center does not
 *   reach it. Links within a sentence keep the height of its lines (WCAG 2.5.5).
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return await page.evaluate((side) => {
    const found: string[] = [];
    const controls =
      "a[href], button, select, textarea, input, summary, [role=option], [role=treeitem], [role=tab]";
    const isInSentence = (control: Element): boolean =>
      control.matches("a") && getComputedStyle(control).display === "inline";
    for (const control of document.querySelectorAll(controls)) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.closest(".unseen, .skip, .reader-scroller, [hidden]") !== null || isInSentence(control))
        continue;
      // A label and a row take the touch for their field.
      const target = control.closest("label") ?? control;
      const box = target.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      // A touch area that is larger than the drawing is a pseudo-element.
      const { content, inlineSize, blockSize } = getComputedStyle(control, "::after");
      const area =
        content === "none"
          ? null
          : { width: Number.parseFloat(inlineSize), height: Number.parseFloat(blockSize) };
      const width = Math.max(box.width, area?.width ?? 0);
      const height = Math.max(box.height, area?.height ?? 0);
      if (width < side - 0.5 || height < side - 0.5)
        found.push(
          `${Math.round(width)} × ${Math.round(height)} px: <${control.localName} class="${control.getAttribute("class") ?? ""}"> ${control.getAttribute("aria-label") ?? (control.textContent ?? "").trim().slice(0, 30)}`,
        );
    }
    return [...new Set(found)];
  }, TARGET_PX);
}

/** @returns what is wrong with the outline: one h1, and the language of the page */
export async function outlineProblems(page: Page, language: string): Promise<string[]> {
  return await page.evaluate((wanted) => {
    const found: string[] = [];
    const titles = [...document.querySelectorAll("h1")].filter((element) => element.checkVisibility());
    if (titles.length !== 1) found.push(`${titles.length} visible h1`);
    if (titles.some((title) => (title.textContent ?? "").trim() === "")) found.push("an empty h1");
    if (document.title.trim() === "") found.push("no title");
    if (document.documentElement.lang !== wanted) found.push(`lang="${document.documentElement.lang}"`);
    return found;
  }, language);
}
