/**
 * A lint rule: nothing that waits may stand where objects and requests share it. What one of them began is ended in its context of the
 * runtime; when that is gone, anyone else waiting for it waits for ever. Plain data may be shared.
 */
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly [key: string]: unknown;
}

interface RuleContext {
  report(finding: { node: Node; message: string }): void;
}

/** What has an end that somebody may wait for, or that belongs to one request. */
const WAITING = new Set(
  `Promise PromiseLike PromiseWithResolvers Awaited SerialChain ReadableStream WritableStream TransformStream Response Request WebSocket
  AbortController AbortSignal Timeout Timer DurableObjectStub Fetcher D1PreparedStatement`.split(/\s+/),
);
const STARTING = new Set(["setTimeout", "setInterval", "queueMicrotask", "fetch", "withDeadline"]);
const STARTING_MEMBERS = new Set(["AbortSignal.timeout", "AbortSignal.any", "scheduler.wait"]);
/** What may be made once for all: it holds nothing but data. */
const PLAIN = new Set("Map Set WeakMap WeakSet RegExp URL Date TextEncoder TextDecoder Uint8Array Intl.Segmenter Intl.Collator".split(" "));
/** What stands in these runs, or is asked, later. */
const LATER = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "MethodDefinition", "TSFunctionType"]);
const MESSAGE = "is shared between objects and requests, and may wait for one that is gone. Keep it in the object or in the request.";

const rule = {
  create(context: RuleContext) {
    const refuse = (node: Node, what: string): void => context.report({ node, message: `${what} ${MESSAGE}` });
    const look = (node: Node): void => {
      if (LATER.has(node.type)) return;
      const what = sharedWaiting(node);
      if (what !== null) return refuse(node, what);
      for (const part of partsOf(node)) look(part);
    };
    return {
      Program(program: Node): void {
        for (const statement of program["body"] as Node[]) {
          const declared = (statement["declaration"] as Node | null | undefined) ?? statement;
          if (declared.type === "VariableDeclaration" || declared.type === "ExpressionStatement") look(declared);
          if (declared.type === "ClassDeclaration") for (const field of staticFields(declared)) look(field);
        }
      },
    };
  },
};

function staticFields(declared: Node): Node[] {
  const members = (declared["body"] as Node)["body"] as Node[];
  return members.filter((member) => member.type === "PropertyDefinition" && member["static"] === true);
}

/** What a node shares that waits; null: nothing, as far as it shows. */
function sharedWaiting(node: Node): string | null {
  const name = nameOf((node["callee"] ?? node["typeName"] ?? node) as Node);
  switch (node.type) {
    case "AwaitExpression":
    case "ImportExpression":
      return "What is awaited at module level";
    case "TSTypeReference":
      return WAITING.has(name) ? `A ${name} at module level` : null;
    case "NewExpression":
      if (name === "Map" || name === "Set" || name === "WeakMap") return isUntyped(node) ? `A ${name} of unnamed types` : null;
      return PLAIN.has(name) ? null : `A ${name} at module level`;
    case "CallExpression":
      return STARTING.has(name) || STARTING_MEMBERS.has(name) || name.startsWith("Promise.") ? `${name}() at module level` : null;
    default:
      return null;
  }
}

/** An empty collection, of which nobody says what will be in it. */
function isUntyped(node: Node): boolean {
  return (node["arguments"] as Node[]).length === 0 && (node["typeArguments"] ?? null) === null;
}

function nameOf(node: Node): string {
  if (node.type === "MemberExpression") return `${nameOf(node["object"] as Node)}.${nameOf(node["property"] as Node)}`;
  if (node.type === "TSQualifiedName") return nameOf(node["right"] as Node);
  return node.name ?? "";
}

function partsOf(node: Node): Node[] {
  const values = Object.entries(node).flatMap(([key, value]) => (key === "parent" ? [] : (value as unknown)));
  return values.filter((value): value is Node => typeof value === "object" && value !== null && "type" in value);
}

// oxlint-disable-next-line import/no-default-export -- a plugin is one
export default { meta: { name: "workspace" }, rules: { "no-shared-waiting": rule } };
