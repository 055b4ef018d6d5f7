import type { FoundPage, LinkRules } from "../../domain/site-crawl.ts";
import type { PageValidators } from "../../domain/page-refresh.ts";

export interface FetchedPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly fileName: string;
  readonly displayName: string;
  /** Validators for conditional requests; null when the site sends none. */
  readonly validators: PageValidators | null;
  /** Origin of the page after all redirects. */
  readonly origin: string;
  /** Links or list entries of the page, if requested. */
  readonly links: readonly FoundPage[];
  /** Delay between two requests that the site asks for, in seconds. */
  readonly crawlDelay: number;
}

/** Result for a page that has not changed. */
export const NOT_MODIFIED = "not modified";

export interface PageRequest {
  readonly address: string;
  /**
   * Patterns of media types to fetch although the service cannot extract them, because an external processor
   * can.
   */
  readonly externalTypes: readonly string[];
  /** Validators of the known page; null for an unconditional request. */
  readonly known: PageValidators | null;
  /** Null if no links are requested. */
  readonly links: LinkRules | null;
  /** Pause between the requests for one page (robots.txt, redirects and the page), in milliseconds. */
  readonly pauseMs: number;
}
