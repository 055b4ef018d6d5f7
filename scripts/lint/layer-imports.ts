/** A lint rule: a part of `src` imports only the parts that its row of the table opens. */
import { dirname, join, relative, sep } from "node:path";
import { LAYERS, type Layer, PACKAGES } from "./layers.ts";
import type { Node, RuleContext } from "./rule.ts";

const SOURCE = join(import.meta.dirname, "..", "..", "src");

export const layers = {
  create(context: RuleContext) {
    const file = relative(SOURCE, context.filename).split(sep).join("/");
    const layer = LAYERS.find(({ part }) => isWithin(file, part));
    if (layer === undefined) return {};
    const check = (node: Node): void => {
      const source = (node["source"] ?? node["argument"]) as Node | null;
      if (typeof source?.["value"] !== "string") return;
      const message = violation(layer, file, source["value"], isOfTypes(node));
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

/** @param file importing file, relative to `src` @returns the finding; null for an allowed import */
function violation(
  { part, uses, types = [], without = [] }: Layer,
  file: string,
  specifier: string,
  isType: boolean,
): string | null {
  const isRelative = specifier.startsWith(".");
  const target = isRelative ? join(dirname(file), specifier).split(sep).join("/") : null;
  for (const name of without) {
    const { names, folders, message } = PACKAGES[name];
    const isClosed =
      target === null ? names.test(specifier) : folders.some((folder) => isWithin(target, folder));
    if (isClosed) return message;
  }
  if (target === null || target.startsWith("../")) return null;
  const open = [part, ...uses, ...(isType ? types : [])];
  if (open.some((other) => isWithin(target, other))) return null;
  const ofTypes = types.length > 0 ? `, and types of ${listed(types)}` : "";
  return `src/${part} imports ${listed(uses)} only${ofTypes}: scripts/lint/layers.ts.`;
}

/** Whether an import disappears when types are stripped. */
function isOfTypes(node: Node): boolean {
  if (node.type === "TSImportType" || node["importKind"] === "type" || node["exportKind"] === "type")
    return true;
  const specifiers = (node["specifiers"] ?? []) as Node[];
  return (
    specifiers.length > 0 &&
    specifiers.every((each) => each["importKind"] === "type" || each["exportKind"] === "type")
  );
}

function isWithin(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}/`);
}

function listed(parts: readonly string[]): string {
  return parts.length === 0 ? "itself" : parts.join(", ");
}
