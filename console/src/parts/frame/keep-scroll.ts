/** Back, forward and reload show a page at the place where the person left it. */
const KEPT = "knowledge:scroll";
/** Longer than any page loads its first rows. */
const RESTORE_MS = 5_000;
const MAX_PAGES = 50;

/** Whether the last navigation moved in the history. A link begins at the top. */
let isReturn = isReload();
addEventListener("popstate", () => (isReturn = true));
addEventListener("click", () => (isReturn = false), true);

/** Keeps and restores the scroll position of an element for the page's address. @returns stops it */
export function keepScroll(element: HTMLElement): () => void {
  const key = addressOf();
  const stop = new AbortController();
  if (isReturn) restore(element, positions()[key] ?? 0, stop.signal);
  element.addEventListener("scroll", () => keepPosition(key, element.scrollTop), {
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

function keepPosition(key: string, top: number): void {
  const { [key]: _, ...others } = positions();
  const entries = [...Object.entries(others), [key, Math.round(top)] as const].slice(-MAX_PAGES);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // A full storage: pages open at the top.
  }
}

function positions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

function addressOf(): string {
  return `${location.pathname}${location.search}`;
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (
    navigation !== undefined &&
    ["reload", "back_forward"].includes((navigation as PerformanceNavigationTiming).type)
  );
}
