import { strToU8, zipSync, type Zippable } from "fflate";

export type Members = Readonly<Record<string, string | Uint8Array>>;

/** Entries above this size in bytes use fast compression. */
const LARGE = 262_144;

/** A ZIP archive as common programs write it. */
export function makeZip(members: Members): Uint8Array<ArrayBuffer> {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(members)) {
    // These formats store the media type uncompressed in the first bytes.
    const level = name === "mimetype" ? 0 : content.length > LARGE ? 1 : 6;
    files[name] = [typeof content === "string" ? strToU8(content) : content, { level, mtime: "2026-01-01" }];
  }
  return Uint8Array.from(zipSync(files));
}

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/**
 * A list of relationships.
 * @param targets type and target of each; their ids are rId1, rId2 …
 */
export function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const rows = targets.map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="${RELATIONSHIPS}">${rows.join("")}</Relationships>`;
}

/** @param mainType of the main part, after `application/vnd.openxmlformats-officedocument.` */
export function contentTypes(mainPart: string, mainType: string): string {
  const type = `application/vnd.openxmlformats-officedocument.${mainType}`;
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${mainPart}" ContentType="${type}"/></Types>`;
}

export function coreProperties(title: string): string {
  return `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`;
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r" xmlns:mc="mc" xmlns:m="m" xmlns:wps="wps"';

export interface DocxSpec {
  /** The content of `w:body`. */
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly title?: string;
  readonly more?: Members;
}

/** A Word document of WordprocessingML. */
export function makeDocx({ body, title, more, ...parts }: DocxSpec): Uint8Array<ArrayBuffer> {
  const related = Object.entries(parts).map(([kind, content]) => ({ kind, content: `${XML}<w:${kind} ${W}>${content}</w:${kind}>` }));
  return makeZip({
    "[Content_Types].xml": contentTypes("word/document.xml", "wordprocessingml.document.main+xml"),
    "_rels/.rels": relationships([["officeDocument", "word/document.xml"]]),
    "word/document.xml": `${XML}<w:document ${W}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relationships(related.map(({ kind }) => [kind, `${kind}.xml`])),
    ...Object.fromEntries(related.map(({ kind, content }) => [`word/${kind}.xml`, content])),
    ...(title === undefined ? {} : { "docProps/core.xml": coreProperties(title) }),
    ...more,
  });
}

/**
 * A paragraph of one run.
 * @param properties the content of `w:pPr`
 */
export function wordParagraph(text: string, properties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A table with one paragraph in each cell. */
export function wordTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join("");
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}

/** Chart values, by index. */
export function chartPoints(...values: readonly string[]): string {
  return values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("");
}

/**
 * A chart of DrawingML.
 * @param series `c:ser` elements
 */
export function chartPart(title: string, series: string): string {
  return `${XML}<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea>${series}</c:plotArea></c:chart></c:chartSpace>`;
}

export function chartSeries(name: string, categories: readonly string[], values: readonly string[]): string {
  return `<c:ser><c:tx><c:strCache>${chartPoints(name)}</c:strCache></c:tx><c:cat>${chartPoints(...categories)}</c:cat><c:val>${chartPoints(...values)}</c:val></c:ser>`;
}

export function diagramPart(texts: readonly string[]): string {
  const points = texts.map((text) => `<dgm:pt><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`);
  return `${XML}<dgm:dataModel xmlns:dgm="dgm" xmlns:a="a"><dgm:ptLst>${points.join("")}</dgm:ptLst></dgm:dataModel>`;
}
