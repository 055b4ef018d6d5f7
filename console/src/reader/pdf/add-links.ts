import type { PDFPageProxy } from "pdfjs-dist";
import { safeAddress } from "../safe-address.ts";

/** Where a link of a PDF leads: an address elsewhere, or a place in the document. */
export type LinkTarget =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "place"; readonly place: unknown };

interface LinkAnnotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly url?: string;
  readonly dest?: unknown;
}

/** A hostile page has more links than anybody reads. */
const MAX_LINKS = 500;

/**
 * Adds the links of a page as buttons that show their target. All other annotations do nothing: no actions,
 * no forms, no scripts.
 */
export async function addLinks(
  element: HTMLElement,
  page: PDFPageProxy,
  onLink: (target: LinkTarget, link: HTMLElement) => void,
): Promise<void> {
  const viewport = page.getViewport({ scale: 1 });
  const annotations = (await page.getAnnotations({ intent: "display" })) as readonly LinkAnnotation[];
  for (const annotation of annotations.slice(0, MAX_LINKS)) {
    const target = targetOf(annotation);
    const { rect } = annotation;
    if (target === null || rect?.length !== 4) continue;
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0) as number[];
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0) as number[];
    const link = document.createElement("button");
    link.type = "button";
    link.className = "pdf-link";
    link.tabIndex = -1;
    if (target.kind === "address") link.title = target.address;
    link.ariaLabel = target.kind === "address" ? target.address : "#";
    const share = (part: number, whole: number): string => `${String((100 * part) / whole)}%`;
    Object.assign(link.style, {
      left: share(Math.min(x1, x2), viewport.width),
      top: share(Math.min(y1, y2), viewport.height),
      width: share(Math.abs(x2 - x1), viewport.width),
      height: share(Math.abs(y2 - y1), viewport.height),
    });
    link.addEventListener("click", () => onLink(target, link));
    element.append(link);
  }
}

function targetOf({ subtype, url, dest }: LinkAnnotation): LinkTarget | null {
  if (subtype !== "Link") return null;
  if (url !== undefined) {
    const address = safeAddress(url);
    return address === null ? null : { kind: "address", address };
  }
  return dest === undefined || dest === null ? null : { kind: "place", place: dest };
}
