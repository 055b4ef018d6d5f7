/** Back, forward and reload show a page at the place where the person left it. */
import { addressOf, KeptViews } from "./kept-views.ts";

/** Longer than any page loads its first rows. */
const RESTORE_MS = 5_000;

const positions = new KeptViews<number>("scroll");

/** Keeps and restores the scroll position of an element for the page's address. @returns stops it */
export function keepScroll(element: HTMLElement): () => void {
  const address = addressOf();
  const stop = new AbortController();
  restore(element, positions.returned() ?? 0, stop.signal);
  element.addEventListener("scroll", () => positions.keep(address, Math.round(element.scrollTop)), {
    passive: true,
    signal: stop.signal,
  });
  return () => stop.abort();
}

/** The rows arrive later than the page, so the position is set again while the content grows. */
function restore(element: HTMLElement, top: number, signal: AbortSignal): void {
  if (top === 0) return;
  const done = new AbortController();
  const end = (): void => {
    done.abort();
    grown.disconnect();
  };
  const set = (): void => {
    element.scrollTop = top;
    if (element.scrollTop >= top - 1) end();
  };
  const grown = new MutationObserver(set);
  grown.observe(element, { childList: true, subtree: true, characterData: true });
  for (const name of ["wheel", "touchstart", "keydown", "pointerdown"])
    addEventListener(name, end, { signal: done.signal, passive: true });
  signal.addEventListener("abort", end);
  setTimeout(end, RESTORE_MS);
  set();
}
