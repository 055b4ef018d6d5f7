/** State of a page that Back, forward and reload bring again. */
import { workspace } from "../../data/session.ts";

const MAX_PAGES = 50;

/** Whether the last navigation moved in the history. A link opens a page anew. */
let isReturn = isReload();
addEventListener("popstate", () => (isReturn = true));
for (const act of ["click", "keydown"] as const) addEventListener(act, () => (isReturn = false), true);

/** One value for each address. This tab keeps it for the person. */
export class KeptViews<T> {
  readonly #name: string;

  constructor(name: string) {
    this.#name = `knowledge:${name}`;
  }

  /** The value that the person left at this address; null if a link has led here. */
  returned(): T | null {
    return isReturn ? (this.#read()[addressOf()] ?? null) : null;
  }

  /** @param address as `addressOf` gives it; null keeps nothing */
  keep(address: string, value: T | null): void {
    const { [address]: _, ...others } = this.#read();
    const entries = [...Object.entries(others), ...(value === null ? [] : [[address, value] as const])];
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(Object.fromEntries(entries.slice(-MAX_PAGES))));
    } catch {
      // A full storage: pages open anew.
    }
  }

  #read(): Record<string, T> {
    try {
      return JSON.parse(sessionStorage.getItem(this.#name) ?? "{}") as Record<string, T>;
    } catch {
      return {};
    }
  }
}

/** The person and the page: another person in this tab gets nothing of the first one. */
export function addressOf(): string {
  return `${workspace.peek()?.userId ?? ""} ${location.pathname}${location.search}`;
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (
    navigation !== undefined &&
    ["reload", "back_forward"].includes((navigation as PerformanceNavigationTiming).type)
  );
}
