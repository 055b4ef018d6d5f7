import type { PageValidators } from "../../domain/page-refresh.ts";

export interface FetchedPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly fileName: string;
  readonly displayName: string;
  /** By which a later fetch is told whether the page has changed; null when the site says nothing of it. */
  readonly validators: PageValidators | null;
}

/** The site says that the page is the one that is known. */
export const NOT_MODIFIED = "not modified";

export interface PageRequest {
  readonly address: string;
  /** Patterns of media types that are taken although they cannot be read here. */
  readonly externalTypes: readonly string[];
  /** Of the page that is known; null: it is fetched whatever it is. */
  readonly known: PageValidators | null;
}
