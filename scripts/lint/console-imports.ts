/** A lint rule: a part of the console imports only the parts and packages that its row of the table opens. */
import { dirname, join, relative, sep } from "node:path";
import { CONSOLE_LAYERS, CONSOLE_PACKAGES } from "./console-layers.ts";
import type { Node, RuleContext } from "./rule.ts";

const SOURCE = join(import.meta.dirname, "..", "..", "console", "src");

export const consoleImports = {
  create(context: RuleContext) {
    const file = relative(SOURCE, context.filename).split(sep).join("/");
    const layer = CONSOLE_LAYERS.find(({ part }) => isWithin(file, part));
    if (layer === undefined) return {};
    const { part, uses, packages = [] } = layer;
    const check = (node: Node): void => {
      const specifier = (node["source"] as Node | null | undefined)?.["value"];
      if (typeof specifier !== "string") return;
      const isOpen = specifier.startsWith(".")
        ? [part, ...uses].some((other) =>
            isWithin(join(dirname(file), specifier).split(sep).join("/"), other),
          )
        : [...CONSOLE_PACKAGES, ...packages].some((name) => isWithin(specifier, name));
      if (isOpen) return;
      const message = `console/src/${part} must not import ${specifier}: scripts/lint/console-layers.ts.`;
      context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

function isWithin(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}/`);
}
