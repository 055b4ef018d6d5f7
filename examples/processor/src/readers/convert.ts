import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Source, Unreadable } from "../artifacts.ts";
import { runTool, ToolFailed } from "../tools/run-tool.ts";
import type { ReaderContext } from "./reader.ts";

const DAMAGED =
  "This file is damaged or locked with a password. Open it in the program that made it, save it again, and upload that.";

/** LibreOffice settings for untrusted documents: no macros, no link updates, no network. */
const LOCKED_DOWN = [
  ["org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"],
  ["org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"],
  ["org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"],
  ["org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"],
  ["org.openoffice.Office.Calc/Content/Update", "Link", "2"],
  ["org.openoffice.Office.Writer/Content/Update", "Link", "0"],
  ["org.openoffice.Inet/Settings", "ooInetProxyType", "2"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"],
  ["org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"],
] as const;

/**
 * Converts the file with LibreOffice and writes the result beside it. @param format `docx`, `pdf`, or a
 * filter with its options
 */
export async function convert(
  source: Source,
  format: string,
  { limits: bounds }: ReaderContext,
): Promise<void> {
  const profile = join(bounds.folder, "profile");
  await mkdir(join(profile, "user"), { recursive: true });
  await writeFile(join(profile, "user", "registrymodifications.xcu"), registry());
  const args = [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    "--headless",
    "--norestore",
    "--convert-to",
    format,
  ];
  try {
    await runTool("soffice", [...args, "--outdir", bounds.folder, source.path], bounds);
  } catch (error) {
    throw error instanceof ToolFailed ? new Unreadable(DAMAGED, { cause: error }) : error;
  }
}

/** LibreOffice exits with success but writes no file if it cannot read a document. */
export function notWritten(cause: unknown): Unreadable {
  return new Unreadable(DAMAGED, { cause });
}

function registry(): string {
  const items = LOCKED_DOWN.map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const names = `xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${names}>${items.join("")}</oor:items>\n`;
}
