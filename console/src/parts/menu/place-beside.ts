const GAP_PX = 4;
const EDGE_PX = 8;

/** Places a popover below an element, or above it if there is more space; inside of the window. */
export function placeBeside(popover: HTMLElement, anchor: Element): void {
  const from = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { innerWidth, innerHeight } = window;
  const below = innerHeight - from.bottom - EDGE_PX;
  const isBelow = height <= below || below >= from.top;
  const top = isBelow ? from.bottom + GAP_PX : Math.max(EDGE_PX, from.top - GAP_PX - height);
  const isRightToLeft = getComputedStyle(popover).direction === "rtl";
  const start = isRightToLeft ? from.right - width : from.left;
  const left = Math.min(Math.max(EDGE_PX, start), innerWidth - width - EDGE_PX);
  Object.assign(popover.style, {
    insetBlockStart: `${top}px`,
    left: `${left}px`,
    right: "auto",
    bottom: "auto",
  });
}
