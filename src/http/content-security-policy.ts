/**
 * The Content-Security-Policy of the service's own pages. It permits only the page's style: no scripts,
 * requests, forms or enclosing frames.
 */
export async function contentSecurityPolicy(style: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)));
  const hash = btoa(String.fromCharCode(...digest));
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
