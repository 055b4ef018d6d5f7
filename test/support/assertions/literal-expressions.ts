import { vi } from "vitest";
import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vitest/node";

export interface FoundExpression {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
}

/** All regular expression literals in the TypeScript files of a folder. */
export function literalExpressions(folder: string): FoundExpression[] {
  return globSync(`${folder}/**/*.ts`).flatMap((file) => expressionsOf(readFileSync(file, "utf8"), file));
}

export function expressionsOf(code: string, file: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  visit(parseAst(code, { lang: "ts" }), (node) => {
    if (isRecord(node["regex"]))
      found.push({ source: String(node["regex"]["pattern"]), flags: String(node["regex"]["flags"]), file });
  });
  return found;
}

/** The files of a folder that compose expressions from parts. Copying an expression does not count. */
export function composingFiles(folder: string): string[] {
  return globSync(`${folder}/**/*.ts`).filter((file) => {
    const code = readFileSync(file, "utf8");
    if (!code.includes("RegExp")) return false;
    let composes = false;
    visit(parseAst(code, { lang: "ts" }), (node) => {
      if (
        (node["type"] !== "NewExpression" && node["type"] !== "CallExpression") ||
        !isNamed(node["callee"], "RegExp")
      )
        return;
      const args = node["arguments"];
      composes ||= !(
        Array.isArray(args) &&
        args.length === 1 &&
        isRecord(args[0]) &&
        args[0]["type"] === "Identifier"
      );
    });
    return composes;
  });
}

/**
 * The expressions that modules compose at load time.
 * @param users modules that make one of `files` compose an expression at load time
 */
export async function composedExpressions(
  files: readonly string[],
  users: readonly string[],
): Promise<FoundExpression[]> {
  const found: FoundExpression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args: [string, string?]) {
      const made = new target(...args);
      const stack = new Error().stack ?? "";
      const [file] = files
        .filter((known) => stack.includes(known))
        .toSorted((x, y) => stack.indexOf(x) - stack.indexOf(y));
      if (file !== undefined) found.push({ source: made.source, flags: made.flags, file });
      return made;
    },
  });
  // Other test files have already loaded some of these modules.
  vi.resetModules();
  try {
    for (const file of [...files, ...users]) await import(file);
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

function visit(value: unknown, see: (node: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) for (const element of value) visit(element, see);
  else if (isRecord(value)) {
    see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isNamed(node: unknown, name: string): boolean {
  return isRecord(node) && node["type"] === "Identifier" && node["name"] === name;
}
