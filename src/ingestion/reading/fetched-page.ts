import type { FoundPage, LinkOrder } from "../../domain/site-crawl.ts";
import type { PageValidators } from "../../domain/page-refresh.ts";

export interface FetchedPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly fileName: string;
  readonly displayName: string;
  /** By which a later fetch learns whether the page has changed; null when the site says nothing of it. */
  readonly validators: PageValidators | null;
  /** Where it stood, behind all redirects. */
  readonly origin: string;
  /** What it links to or lists, where that was asked for. */
  readonly links: readonly FoundPage[];
  /** What the site asks for between two requests, in seconds. */
  readonly crawlDelay: number;
}

/** The site says that the page is the one that is known. */
export const NOT_MODIFIED = "not modified";

export interface PageRequest {
  readonly address: string;
  /** Patterns of media types that are taken although they cannot be read here. */
  readonly externalTypes: readonly string[];
  /** Of the page that is known; null: it is fetched whatever it is. */
  readonly known: PageValidators | null;
  /** Null: its links are not asked for. */
  readonly links: LinkOrder | null;
  /** Between two requests that the page needs: for robots.txt, where it is not known, for redirects, for the page. */
  readonly pauseMs: number;
}
