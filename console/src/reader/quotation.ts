/** A quotation with its source, for plain fields and for editors of formatted text. */
export interface Quotation {
  readonly quote: string;
  /** The document and the place: `agreement.pdf, page 7`. */
  readonly source: string;
  /** The address of the place alone. */
  readonly address: string;
}

/** `"For each day …" (agreement.pdf, page 7)` */
export function quotationText({ quote, source }: Quotation): string {
  return `"${quote}" (${source})`;
}

export function quotationHtml({ quote, source, address }: Quotation): string {
  const lines = quote.split(/\r\n|\n|\r/).map(escaped);
  return `<blockquote cite="${escaped(address)}">${lines.join("<br>")}</blockquote><p>(<a href="${escaped(address)}">${escaped(source)}</a>)</p>`;
}

/** Copies a text, with a formatted form where the browser takes one. */
export async function copy(text: string, html = ""): Promise<void> {
  if (html !== "" && typeof ClipboardItem !== "undefined" && navigator.clipboard !== undefined) {
    const blob = (content: string, type: string): Blob => new Blob([content], { type });
    const item = new ClipboardItem({
      "text/plain": blob(text, "text/plain"),
      "text/html": blob(html, "text/html"),
    });
    return await navigator.clipboard.write([item]);
  }
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  copyByEvent(text, html);
}

/** Pages without TLS have no clipboard object. */
function copyByEvent(text: string, html: string): void {
  const fill = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    if (html !== "") event.clipboardData?.setData("text/html", html);
  };
  document.addEventListener("copy", fill, { once: true });
  document.execCommand("copy");
  document.removeEventListener("copy", fill);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
