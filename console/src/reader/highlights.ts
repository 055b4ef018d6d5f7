/** Marks on text without elements: CSS highlights, which `reader.css` colors. */

/** `cited`: the words of a citation. `found`: hits of a search. `here`: the hit that is shown. */
export type HighlightName = "cited" | "found" | "here";

/** The ranges of each view that is on the page: two views may mark at the same time. */
const owned: Readonly<Record<HighlightName, Map<object, readonly Range[]>>> = {
  cited: new Map(),
  found: new Map(),
  here: new Map(),
};

/** Whether this browser marks text without elements. Without it, nothing counts as marked. */
export const CAN_HIGHLIGHT: boolean = typeof Highlight !== "undefined" && "highlights" in CSS;

/** Replaces the ranges that a view highlights. */
export function highlight(owner: object, name: HighlightName, ranges: readonly Range[]): void {
  if (!CAN_HIGHLIGHT) return;
  if (ranges.length === 0 && !owned[name].has(owner)) return;
  if (ranges.length === 0) owned[name].delete(owner);
  else owned[name].set(owner, ranges);
  const all = [...owned[name].values()].flat();
  if (all.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...all));
}

/** Ends the highlights of a view that leaves the page. */
export function unhighlight(owner: object): void {
  for (const name of Object.keys(owned) as HighlightName[]) highlight(owner, name, []);
}

/** The highlighted text, in order. */
export function textOf(ranges: readonly Range[]): string {
  return ranges.map(String).join("");
}

/** Scrolls so that the ranges begin at a third of the scroller's height. */
export function showAtThird(scroller: HTMLElement, ranges: readonly Range[]): void {
  const first = ranges[0]?.getBoundingClientRect();
  if (first === undefined) return;
  const frame = scroller.getBoundingClientRect();
  scroller.scrollTop += first.top - frame.top - scroller.clientHeight / 3;
  if (first.left < frame.left || first.right > frame.right)
    scroller.scrollLeft += first.left - frame.left - scroller.clientWidth / 3;
}

/** A mark in more pieces is not flashed piece by piece. */
const MAX_FLASHES = 40;

/** Lets the ranges flash once: an element over each line, which its animation ends. */
export function flash(host: HTMLElement, ranges: readonly Range[]): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const origin = host.getBoundingClientRect();
  for (const rect of ranges.flatMap((range) => [...range.getClientRects()]).slice(0, MAX_FLASHES)) {
    const light = document.createElement("div");
    light.className = "reader-flash";
    light.ariaHidden = "true";
    Object.assign(light.style, {
      left: `${String(rect.left - origin.left + host.scrollLeft)}px`,
      top: `${String(rect.top - origin.top + host.scrollTop)}px`,
      width: `${String(rect.width)}px`,
      height: `${String(rect.height)}px`,
    });
    light.addEventListener("animationend", () => light.remove());
    host.append(light);
  }
}
