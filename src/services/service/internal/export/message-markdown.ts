import {
  type ExportedMessage,
  originalPath,
  textPath,
  type ExportedThread,
} from "../../../../domain/export-format.ts";
import { readableText } from "../../../../text/readable-text.ts";
import type { ExportedCitationRow } from "../../../../storage/d1/service/export-pages.ts";

export function threadHeading({ id, label, createdAt }: ExportedThread): string {
  return `# ${plain(label) || "Thread"}\n\n${id}, of ${createdAt}\n`;
}

/**
 * Renders a message as Markdown: author, time, content, and the cited sentences with their locations. Content
 * and quotes are block quotes, so that no message can create a heading.
 */
export function messageMarkdown(message: ExportedMessage, citations: readonly ExportedCitationRow[]): string {
  const author = message.inReplyTo === null ? plain(message.authorName) || message.createdBy : "Answer";
  const cited = message.citations.map((citation) => {
    const row = citations.find(({ id }) => id === citation.id);
    return `${citation.ordinal}. ${sourceOf(citation, row)}:\n\n${quoted(citation.quote, "   ")}\n`;
  });
  return [`\n## ${author}, ${message.createdAt}\n`, `${quoted(message.content, "")}\n`, ...cited].join("\n");
}

function sourceOf(
  { assetId, textVersion, start, end, page }: ExportedMessage["citations"][number],
  row: ExportedCitationRow | undefined,
): string {
  const { citedName = null, citedFile = null } = row ?? {};
  if (citedName === null) return `a document outside of this export (${assetId})`;
  const name =
    citedFile === null
      ? plain(citedName)
      : `[${plain(citedName)}](../${linkTo(originalPath(assetId, citedFile))})`;
  const place = page === 0 ? "" : `, page ${page}`;
  return `${name}${place}, characters ${start} to ${end} of [its text](../${linkTo(textPath(assetId, textVersion))})`;
}

/** Returns a text on one line with escaped Markdown characters. */
function plain(text: string): string {
  return readableText(text).replaceAll(/[\\`*_{}[\]<>()#+.!|~&-]/g, String.raw`\$&`);
}

function linkTo(path: string): string {
  return path
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
      ),
    )
    .join("/");
}

function quoted(text: string, indent: string): string {
  return text
    .toWellFormed()
    .split(/\r\n|[\n\r]/)
    .map((line) => `${indent}> ${line}`.trimEnd())
    .join("\n");
}
