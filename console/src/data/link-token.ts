import { useEffect, useState } from "preact/hooks";

const nameOf = (path: string): string => `knowledge:link:${path}`;

/**
 * The secret of the link that opened this page; "" without one. It stands behind `#`, so that no request and
 * no log has it, and leaves the address bar at once.
 *
 * The tab keeps it in `sessionStorage` for a reload and for Back. `localStorage` would keep it for everybody
 * who uses this browser later, and the router replaces `history.state`.
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(takeLinkToken);
  useEffect(() => {
    // Another link to the same page changes only the part behind `#`.
    const take = (): void => setToken(takeLinkToken());
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return token;
}

/** Forgets the secret of a page, because it has done its work. */
export function forgetLinkToken(path: string): void {
  sessionStorage.removeItem(nameOf(path));
}

function takeLinkToken(): string {
  const { hash, pathname, search } = location;
  if (hash.length <= 1) return sessionStorage.getItem(nameOf(pathname)) ?? "";
  const token = hash.slice(1);
  history.replaceState(history.state, "", `${pathname}${search}`);
  try {
    sessionStorage.setItem(nameOf(pathname), token);
  } catch {
    // The browser keeps nothing. The page works until its reload.
  }
  return token;
}
