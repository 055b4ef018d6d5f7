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
  /** Its links or list entries, if requested. */
  readonly links: readonly FoundPage[];
  /** Requested delay between two requests, in seconds. */
  readonly crawlDelay: number;
}

/** The page has not changed. */
export const NOT_MODIFIED = "not modified";

export interface PageRequest {
  readonly address: string;
  /** Patterns of media types to fetch although they cannot be extracted here. */
  readonly externalTypes: readonly string[];
  /** Validators of the known page; null for an unconditional request. */
  readonly known: PageValidators | null;
  /** Null: no links are requested. */
  readonly links: LinkRules | null;
  /** Pause between the requests of one page: robots.txt, redirects and the page. */
  readonly pauseMs: number;
}
