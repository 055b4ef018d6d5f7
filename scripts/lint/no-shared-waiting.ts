/**
 * A lint rule: module scope and object fields must not share anything that waits. The runtime cancels a
 * context's pending work with the context, so others would wait forever. Plain data may be shared.
 */
import type { Node, RuleContext } from "./rule.ts";

/** Types with a pending end, or that belong to one request. */
const WAITING = new Set(
  `Promise PromiseLike PromiseWithResolvers Awaited AsyncMutex ReadableStream WritableStream TransformStream Response Request WebSocket
  AbortController AbortSignal Timeout Timer DurableObjectStub Fetcher D1PreparedStatement`.split(/\s+/),
);
const STARTING = new Set(["setTimeout", "setInterval", "queueMicrotask", "fetch", "withDeadline"]);
const STARTING_MEMBERS = new Set(["AbortSignal.timeout", "AbortSignal.any", "scheduler.wait"]);
/** Types that hold data only and may be shared. */
const PLAIN = new Set(
  "Map Set WeakMap WeakSet RegExp URL Date TextEncoder TextDecoder Uint8Array Intl.Segmenter Intl.Collator".split(
    " ",
  ),
);
/** Code inside these nodes runs later. */
const LATER = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "MethodDefinition",
  "TSFunctionType",
]);
/** Declarations of types that other declarations may name. */
const TYPES = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "ClassDeclaration"]);
/** Statements that give values to a module. Workers start nothing in loops and branches there. */
const SHARING = /^(?:VariableDeclaration|ExpressionStatement|\w+Expression)$/;
const MESSAGE =
  "is shared between objects and requests, and may wait for one that is gone. Keep it in the object or in the request.";

export const noSharedWaiting = {
  create(context: RuleContext) {
    const refuse = (node: Node, what: string): void =>
      context.report({ node, message: `${what} ${MESSAGE}` });
    const look = (node: Node, waiting: ReadonlySet<string>): void => {
      if (LATER.has(node.type)) return;
      // `satisfies` only checks a type and creates no value.
      if (node.type === "TSSatisfiesExpression") return look(node["expression"] as Node, waiting);
      const what = sharedWaiting(node, waiting);
      if (what !== null) return refuse(node, what);
      for (const part of partsOf(node)) look(part, waiting);
    };
    return {
      Program(program: Node): void {
        const statements = (program["body"] as Node[]).map(
          (statement) => (statement["declaration"] as Node | null | undefined) ?? statement,
        );
        const waiting = waitingTypes(statements);
        for (const declared of statements) {
          if (declared.type === "ClassDeclaration")
            for (const member of staticMembers(declared)) look(member, waiting);
          else if (SHARING.test(declared.type)) look(declared, waiting);
        }
      },
    };
  },
};

/** Members that run when the class is defined: static fields and blocks. */
function staticMembers(declared: Node): Node[] {
  const members = (declared["body"] as Node)["body"] as Node[];
  return members.filter(
    ({ type, static: isStatic }) =>
      type === "StaticBlock" || (type === "PropertyDefinition" && isStatic === true),
  );
}

/** The names of waiting types, and of the file's types that contain any of them, however deep. */
function waitingTypes(statements: readonly Node[]): ReadonlySet<string> {
  const types = statements.filter(({ type }) => TYPES.has(type));
  const named = new Map(types.map((declared) => [nameOf(declared["id"] as Node), namesIn(declared)]));
  const waiting = new Set(WAITING);
  // A type may be declared after its use.
  for (const _ of named)
    for (const [name, names] of named) if (names.some((one) => waiting.has(one))) waiting.add(name);
  return waiting;
}

/** The types of a declaration's fields, without the parameters and results of its methods. */
function namesIn(node: Node): string[] {
  if (LATER.has(node.type) || node.type === "TSMethodSignature") return [];
  const named =
    node.type === "TSTypeReference"
      ? node["typeName"]
      : node.type === "TSInterfaceHeritage"
        ? node["expression"]
        : null;
  const own = named === null ? [] : [nameOf(named as Node)];
  return [...own, ...partsOf(node).flatMap(namesIn)];
}

/** The waiting type that a node shares; null if there is none. */
function sharedWaiting(node: Node, waiting: ReadonlySet<string>): string | null {
  const name = nameOf((node["callee"] ?? node["typeName"] ?? node) as Node);
  switch (node.type) {
    case "AwaitExpression":
    case "ImportExpression":
      return "What is awaited at module level";
    case "TSTypeReference":
      return waiting.has(name) ? `A ${name} at module level` : null;
    case "VariableDeclaration":
      return node["kind"] !== "const" && (node["declarations"] as Node[]).some(isOfNoType)
        ? "A variable of no named type"
        : null;
    case "VariableDeclarator":
      return isOfNoType(node) && isEmpty(node["init"] as Node | null)
        ? "What is filled later, and of no named type,"
        : null;
    case "PropertyDefinition":
      return isUntypedField(node) ? "A static field of no named type" : null;
    case "NewExpression":
      if (name === "Map" || name === "Set" || name === "WeakMap")
        return isUntyped(node) ? `A ${name} of unnamed types` : null;
      return PLAIN.has(name) ? null : `A ${name} at module level`;
    case "CallExpression":
      return STARTING.has(name) || STARTING_MEMBERS.has(name) || name.startsWith("Promise.")
        ? `${name}() at module level`
        : null;
    default:
      return null;
  }
}

/** Whether a variable has neither a type nor an initial value that shows one. */
function isOfNoType({ id, init }: Node): boolean {
  return saysNoType(((id as Node)["typeAnnotation"] ?? null) as Node | null, init as Node | null);
}

/** Whether a field is filled later and has no type. */
function isUntypedField({ typeAnnotation, value, readonly: isFixed }: Node): boolean {
  const first = (value ?? null) as Node | null;
  return saysNoType((typeAnnotation ?? null) as Node | null, first) && (isFixed !== true || isEmpty(first));
}

function saysNoType(annotation: Node | null, first: Node | null): boolean {
  const isNamed = annotation !== null;
  const isPlain = first?.type === "Literal" && first["value"] !== null;
  return !isNamed && !isPlain && first?.type !== "TemplateLiteral";
}

/** An empty object or list. */
function isEmpty(node: Node | null): boolean {
  if (node?.type === "ObjectExpression") return (node["properties"] as Node[]).length === 0;
  return node?.type === "ArrayExpression" && (node["elements"] as Node[]).length === 0;
}

/** An empty collection without a type for its contents. */
function isUntyped(node: Node): boolean {
  return (node["arguments"] as Node[]).length === 0 && (node["typeArguments"] ?? null) === null;
}

function nameOf(node: Node): string {
  if (node.type === "MemberExpression")
    return `${nameOf(node["object"] as Node)}.${nameOf(node["property"] as Node)}`;
  if (node.type === "TSQualifiedName") return nameOf(node["right"] as Node);
  return node.name ?? "";
}

function partsOf(node: Node): Node[] {
  const values = Object.entries(node).flatMap(([key, value]) => (key === "parent" ? [] : (value as unknown)));
  return values.filter(
    (value): value is Node => typeof value === "object" && value !== null && "type" in value,
  );
}
