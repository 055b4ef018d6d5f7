/**
 * A lint rule for the console: no text becomes markup or code, and only `data/client.ts` sends requests. The
 * policy of the page refuses the same at run time.
 */
import { join, relative, sep } from "node:path";
import type { Node, RuleContext } from "./rule.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SENDS_REQUESTS = "console/src/data/client.ts";

const MARKUP = new Set([
  "innerHTML",
  "outerHTML",
  "insertAdjacentHTML",
  "dangerouslySetInnerHTML",
  "srcdoc",
  "setHTMLUnsafe",
  "parseFromString",
  "createContextualFragment",
  "parseHTMLUnsafe",
  "write",
  "writeln",
]);
/** `write` is also a method of streams. */
const OF_DOCUMENT = new Set(["write", "writeln"]);
const CODE = new Set(["eval", "Function"]);
const REQUESTS = new Set(["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon"]);

export const safePage = {
  create(context: RuleContext) {
    const path = relative(ROOT, context.filename).split(sep).join("/");
    const refuse = (node: Node, message: string): void => context.report({ node, message });
    const checkName = (node: Node, name: string, owner: string): void => {
      if (MARKUP.has(name) && (!OF_DOCUMENT.has(name) || owner === "document"))
        refuse(node, `${name} makes markup of text. Draw text nodes.`);
      if (CODE.has(name)) refuse(node, `${name} makes code of text.`);
      if (REQUESTS.has(name) && path !== SENDS_REQUESTS)
        refuse(node, `Only ${SENDS_REQUESTS} sends requests.`);
    };
    const checkCall = (node: Node): void => {
      const callee = node["callee"] as Node;
      if (callee.type === "Identifier") checkName(node, callee.name ?? "", "");
    };
    return {
      CallExpression: checkCall,
      NewExpression: checkCall,
      MemberExpression(node: Node): void {
        const property = node["property"] as Node;
        const name = property.type === "Literal" ? String(property["value"]) : (property.name ?? "");
        checkName(node, name, (node["object"] as Node).name ?? "");
      },
      Property(node: Node): void {
        const key = node["key"] as Node;
        const name = key.name ?? String(key["value"]);
        if (MARKUP.has(name) && !OF_DOCUMENT.has(name)) checkName(node, name, "");
      },
      JSXAttribute(node: Node): void {
        const { name } = node["name"] as unknown as { readonly name: string };
        checkName(node, name, "");
        const value = node["value"] as Node | null;
        if (name === "style" && value?.type === "Literal")
          refuse(node, "The policy refuses style attributes. Write an object, or a class.");
      },
    };
  },
};
