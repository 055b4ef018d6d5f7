/**
 * Scripts, styles and requests come from the own origin alone, and no inline script runs. Scripts of the page
 * can make the address of one worker and nothing else of Trusted Types' kinds.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types worker-address",
].join("; ");

/** A worker has a policy of its own: it runs its file and reads files of the own origin. */
export const WORKER_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'",
};

/** The headers of every page of the console. */
export const CONSOLE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "x-content-type-options": "nosniff",
  // Each deployment has other hashed files, so a browser must ask for the page every time.
  "cache-control": "no-cache",
  vary: "Accept",
};
