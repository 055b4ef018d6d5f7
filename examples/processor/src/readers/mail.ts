import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Address } from "postal-mime";
import { type Artifacts, type Source, Unreadable } from "../artifacts.ts";
import { runTool, ToolFailed } from "../tools/run-tool.ts";
import { tidyText } from "./recognize-text.ts";
import { readText } from "../tools/read-text.ts";
import type { ReaderContext } from "./reader.ts";

const DAMAGED = "This message cannot be opened. Save it as EML in Outlook, and upload that.";

/** Converts an Outlook message with `msgconvert` and extracts its fields, text and attachment names. */
export async function readMail(source: Source, work: ReaderContext): Promise<Artifacts> {
  const path = join(work.limits.folder, "message.eml");
  await runTool("msgconvert", ["--outfile", path, source.path], work.limits).catch((cause: unknown) => {
    throw cause instanceof ToolFailed ? new Unreadable(DAMAGED, { cause }) : cause;
  });
  const mail = await PostalMime.parse(await readFile(path));
  const { html } = mail;
  const text = mail.text ?? (html === undefined ? "" : await plain(html, work));
  const fields = [
    field("Subject", mail.subject),
    field("From", mail.from === undefined ? undefined : nameOf(mail.from)),
    field("To", mail.to?.map(nameOf).join(", ")),
    field("Cc", mail.cc?.map(nameOf).join(", ")),
    field("Date", mail.date),
    field("Attachments", mail.attachments.flatMap(({ filename }) => filename ?? []).join(", ")),
  ];
  // Drops the HTML of a message, because it is untrusted.
  const written = `${fields.filter((line) => line !== "").join("\n")}\n\n${tidyText(text)}`;
  return { text: written };
}

function nameOf({ name, address }: Address): string {
  return address === undefined || address === "" ? name : `${name} <${address}>`.trim();
}

function field(name: string, value: string | undefined): string {
  return value === undefined || value === "" ? "" : `${name}: ${value.replace(/\s+/g, " ")}`;
}

async function plain(html: string, { limits: bounds }: ReaderContext): Promise<string> {
  const [path, written] = [join(bounds.folder, "message.html"), join(bounds.folder, "message.txt")];
  await writeFile(path, html);
  await runTool(
    "pandoc",
    ["--sandbox", "--from=html", "--to=plain", "--wrap=none", `--output=${written}`, path],
    bounds,
  );
  return await readText(written);
}
