const MAX_LENGTH = 2_048;
/** An origin that no address can have, so an address that leaves it is foreign. */
const OWN = "http://own.invalid";
/** Addresses that a sign-in must not return to. The sign-in page alone leads on to the page that it keeps. */
const OF_SIGN_IN = /^\/(?:session(?:[/?#]|$)|sign-in[/?#])/;

/** The address if it is a path of the service's own pages; otherwise `/`. It never leads to another site. */
export function ownPath(address: string): string {
  if (address.length > MAX_LENGTH || !address.startsWith("/")) return "/";
  const url = URL.parse(address, OWN);
  if (url === null || url.origin !== OWN) return "/";
  const path = `${url.pathname}${url.search}${url.hash}`;
  return path.startsWith("//") || OF_SIGN_IN.test(path) ? "/" : path;
}
