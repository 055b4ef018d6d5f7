/**
 * A lint rule: the name of a file shares its words with one of its exports, so that a guess of the path is
 * right.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { FILE_NAME_EXCEPTIONS } from "./file-name-exceptions.ts";
import type { Node, RuleContext } from "./rule.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Entry files and files that a tool finds by their names. */
const ENTRY = /^(?:index|main|run)$|\.(?:test|config|d|worker)$/;

export const namedAfterExport = {
  create(context: RuleContext) {
    return {
      Program(program: Node): void {
        const path = relative(ROOT, context.filename).split(sep).join("/");
        const stem = basename(path).replace(/\.[cm]?[jt]sx?$/, "");
        const names = (program["body"] as Node[]).flatMap(exportedNames);
        if (names.length === 0 || ENTRY.test(stem) || Object.hasOwn(FILE_NAME_EXCEPTIONS, path)) return;
        if (isOperation(path, stem) || names.some((name) => sharesName(wordsOf(name), wordsOf(stem)))) return;
        context.report({
          node: program,
          message: `${path} is named after none of its exports: ${names.join(", ")}.`,
        });
      },
    };
  },
};

/** A route, and the service behind it, may be named after the operation whose id the route declares. */
function isOperation(path: string, stem: string): boolean {
  const [, name] = /^src\/(?:http\/routes|services)\/(.+)$/.exec(path) ?? [];
  const route = join(ROOT, "src", "http", "routes", name ?? "");
  if (name === undefined || !existsSync(route)) return false;
  const ids = readFileSync(route, "utf8").matchAll(/^\s*id: "(\w+)"/gm);
  return [...ids].some(([, id]) => plain(id ?? "") === plain(stem));
}

/**
 * Whether one name contains all words of the other: `collections.ts` may export `findCollection`,
 * `read-page-links.ts` may export `readLinks`.
 */
function sharesName(exported: readonly string[], file: readonly string[]): boolean {
  return file.every((word) => exported.includes(word)) || exported.every((word) => file.includes(word));
}

/**
 * The words of a name in lower case and without the plural's "s": `MAX_PDFPages` and `max-pdf-page` are
 * equal.
 */
function wordsOf(name: string): string[] {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+/gu) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, ""));
}

/** Compares `read-html`, `readHtml`, `ReadHTML` and `READ_HTML` as equal. */
function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

function exportedNames(statement: Node): string[] {
  if (statement.type !== "ExportNamedDeclaration") return [];
  const declared = statement["declaration"] as Node | null;
  const specifiers = (statement["specifiers"] ?? []) as Node[];
  return [...declaredNames(declared), ...specifiers.map((each) => nameOf(each["exported"] as Node))];
}

function declaredNames(declared: Node | null): string[] {
  if (declared === null) return [];
  if (declared.type !== "VariableDeclaration") return [nameOf(declared["id"] as Node)];
  return (declared["declarations"] as Node[]).flatMap((each) => boundNames(each["id"] as Node));
}

/** The names that a pattern binds: `export const { a, b } = make();`. */
function boundNames(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [nameOf(pattern)];
  if (pattern.type !== "ObjectPattern") return [];
  return (pattern["properties"] as Node[]).flatMap((each) =>
    boundNames((each["value"] ?? each["argument"]) as Node),
  );
}

function nameOf(node: Node): string {
  return node.name ?? "";
}
