/**
 * Runs after an installation and changes expressions of the pinned pdf.js in unpdf, which hides data that
 * a text reader needs (ADR 0035, ADR 0056). If one is missing, the installation fails. Check all of them when you
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
  // Lets the extractor follow operators and letters, to find invisible text. `start` makes the listener of a
  // page, which the forms of the page share.
  ["export{AbortException,", "const textInk={start:null};export{textInk,AbortException,"],
  [
    "prevRefs:p=null,intersector:m=null}){if(e.isAsync)",
    "prevRefs:p=null,intersector:m=null,ink:K=null}){let isPage=K===null;K??=textInk.start?.(c,T)??null;if(e.isAsync)",
  ],
  [
    "let e=p.fn;switch(y=p.args,e|0){case T.setFont:let e=y[0].name",
    "let e=p.fn;K?.operator(e|0,p.args,j,n);switch(y=p.args,e|0){case T.setFont:let e=y[0].name",
  ],
  [
    "!c.isZeroWidthDiacritic&&!compareWithLastPosition(p)){n.vertical?",
    "!c.isZeroWidthDiacritic&&!compareWithLastPosition(p)){K?.outside();n.vertical?",
  ],
  [
    "let h=ensureTextContentItem();c.isZeroWidthDiacritic",
    "let q=K?.letter(getCurrentTextTransform(),j);v.initialized&&v.visibility!==q&&flushTextContentItem();let h=ensureTextContentItem();h.visibility=q;c.isZeroWidthDiacritic",
  ],
  [
    "transform:e.transform,fontName:e.fontName,hasEOL:e.hasEOL}}async function handleSetFont",
    "transform:e.transform,fontName:e.fontName,hasEOL:e.hasEOL,visibility:K?.piece(e.visibility)}}async function handleSetFont",
  ],
  [
    "h=y[0].name,v&&D.getByName(h))break;next(new Promise(function(e,r){if(!v)throw new FormatError$1(`XObject must",
    "h=y[0].name,v&&D.getByName(h)){K?.again(D.getByName(h),j);break}next(new Promise(function(e,r){if(!v)throw new FormatError$1(`XObject must",
  ],
  [
    "if(D.getByRef(p)){e();return}if(S.globalImageCache.getData(p,S.pageIndex)){e();return}p=C.fetch(p)",
    "if(D.getByRef(p)){K?.again(D.getByRef(p),j);e();return}if(S.globalImageCache.getData(p,S.pageIndex)){K?.again(!0,j);e();return}p=C.fetch(p)",
  ],
  [
    "if(_.name!==`Form`){D.set(h,m.objId,!0),e();return}let y=",
    "if(_.name!==`Form`){K?.again(!0,j),D.set(h,m.objId,!0),e();return}let y=",
  ],
  [
    "b&&y.transform(b);let x=m.get(`Resources`);enqueueChunk();let w=textSinkWrapper(o);",
    "b&&y.transform(b);K?.form(y.state,m);let x=m.get(`Resources`);enqueueChunk();let w=textSinkWrapper(o);",
  ],
  [
    "prevRefs:g}).then(function(){w.enqueueInvoked||D.set(h,m.objId,!0),e()},r)",
    "prevRefs:g,ink:K}).then(function(){w.enqueueInvoked||D.set(h,m.objId,K?.remembered(m)??!0),e()},r)",
  ],
  [
    "if(m){next(Cr);return}flushTextContentItem(),enqueueChunk(),e()})",
    "if(m){next(Cr);return}flushTextContentItem(),isPage&&K&&_.items.push(K.summary()),enqueueChunk(),e()})",
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
