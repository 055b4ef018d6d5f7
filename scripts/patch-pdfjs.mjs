/**
 * Runs after an installation and changes four expressions of the pinned pdf.js in unpdf, which hides data
 * that a text reader needs (ADR 0035). If one is missing, the installation fails. Check all of them when you
 * raise the version.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(import.meta.resolve("unpdf/pdfjs"));

const CHANGES = [
  // A drawn soft hyphen is text.
  [String.raw`(\p{Cf})$/u`, String.raw`((?!\u00ad)\p{Cf})$/u`],
  // Reports the ActualText of marked content, also if the resources hold its properties.
  [
    "let e=y[1]instanceof F?y[1].get(`MCID`):null;_.items.push({type:`beginMarkedContentProps`,",
    "let q=y[1]instanceof N?n?.get(`Properties`)?.get?.(y[1].name):y[1],e=q instanceof F?q.get(`MCID`):null,w=q instanceof F?q.get(`ActualText`):null;_.items.push({type:`beginMarkedContentProps`,actualText:typeof w==`string`?stringToPDFString(w):null,",
  ],
  // Skips the appearance of annotations: nothing limits it, and the fields hold the same text.
  ["n.hasTextContent&&r?(o??=this.#t(e)", "!1?(o??=this.#t(e)"],
  // Counts text whose font cannot be loaded.
  [
    "let i=n.charsToGlyphs(e),a=j.fontMatrix[0]*j.fontSize;",
    "let i=n.charsToGlyphs(e),a=j.fontMatrix[0]*j.fontSize;i.length===0&&_.items.push({type:`unreadable`,count:e.length});",
  ],
];

let code = readFileSync(FILE, "utf8");
for (const [before, after] of CHANGES) {
  if (code.includes(after)) continue;
  if (code.split(before).length !== 2)
    throw new Error(`pdf.js has changed: ${before} does not stand in it once.`);
  code = code.replace(before, () => after);
}
writeFileSync(FILE, code);
