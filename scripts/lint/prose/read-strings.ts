import { type ESTree, Visitor } from "rolldown/utils";
import type { FoundText } from "./passage.ts";

type Expression = ESTree.Expression | ESTree.PrivateIdentifier | ESTree.SpreadElement | ESTree.Argument;

const TEST_FUNCTIONS = /^(?:it|test|describe|bench)$/;
/** Members of test functions that return a test function, or are one. */
const TEST_MEMBERS = /^(?:only|skip|skipIf|runIf|concurrent|sequential|each|for|todo|fails)$/;
const MESSAGE_CLASSES = /(?:Error|Failure|Help|Refused|Rejection)$/;
const MESSAGE_KEYS = /^(?:message|description|summary|hint|usage|help|reason|error|detail)$/;
const MESSAGE_CALLS =
  /^(?:console\.\w+|process\.std(?:out|err)\.write|log\w*(?:\.\w+)?|\w*\.?(?:describe|refine|superRefine|regex|min|max|fail|refuse|reject))$/;
const CODE =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|ALTER|DROP|PRAGMA|import|export|const|function|return)\b/;
/** Patterns, and phrases in other scripts, that the service compares with documents. */
const PATTERN = /\(\?[:=!<]|\\[bsdwp]|[^\p{Script=Latin}\p{Script=Common}]{3}/u;
const MIN_WORDS = 4;

/**
 * Test names, or the texts that users see: arguments of errors and of output, and descriptions.
 * @param takesSentences whether every other string that ends like a sentence counts, too
 */
export function readStrings(program: ESTree.Program, isTest: boolean, takesSentences: boolean): FoundText[] {
  const found: FoundText[] = [];
  /** Nodes whose place says that they are prose. */
  const prose = new Set<Expression>();
  const read = new Set<Expression>();
  const mark = (nodes: readonly Expression[]): void =>
    nodes.flatMap(branches).forEach((node) => prose.add(node));
  const take = (node: Expression): void => {
    const text = read.has(node) ? null : textOf(node, read);
    if (text === null || (!prose.has(node) && !(takesSentences && isSentence(text)))) return;
    if (CODE.test(text) || PATTERN.test(text)) return;
    for (const line of text.split("\n"))
      if (line.trim() !== "") found.push({ text: line.trim(), at: node.start });
  };
  new Visitor({
    CallExpression: (node) => {
      if (isTest ? isTestFunction(node.callee) : false) mark(node.arguments.slice(0, 1));
      else if (!isTest && MESSAGE_CALLS.test(calleeName(node.callee))) mark(node.arguments);
    },
    NewExpression: (node) => {
      if (!isTest && MESSAGE_CLASSES.test(calleeName(node.callee))) mark(node.arguments);
    },
    Property: (node) => {
      if (!isTest && node.key.type === "Identifier" && MESSAGE_KEYS.test(node.key.name))
        mark([node.value as Expression]);
    },
    BinaryExpression: take,
    TemplateLiteral: take,
    Literal: take,
  }).visit(program);
  return found;
}

function isTestFunction(callee: ESTree.Expression): boolean {
  if (callee.type === "Identifier") return TEST_FUNCTIONS.test(callee.name);
  if (callee.type === "CallExpression")
    return callee.callee.type === "MemberExpression" && isTestFunction(callee.callee);
  if (callee.type === "TaggedTemplateExpression") return isTestFunction(callee.tag);
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
  return TEST_MEMBERS.test(callee.property.name) && isTestFunction(callee.object);
}

function calleeName(callee: ESTree.Expression): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return "";
  return `${calleeName(callee.object)}.${callee.property.name}`;
}

/** The values that an expression may take. */
function branches(node: Expression): Expression[] {
  if (node.type === "ConditionalExpression")
    return [...branches(node.consequent), ...branches(node.alternate)];
  if (node.type === "LogicalExpression") return [...branches(node.left), ...branches(node.right)];
  return [node];
}

/**
 * The text of a string, a template or a sum of them; null for anything else. Values inserted become `${…}`.
 */
function textOf(node: Expression, read: Set<Expression>): string | null {
  read.add(node);
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral")
    return node.quasis.map((part) => part.value.cooked ?? part.value.raw).join("${…}");
  if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
  const [left, right] = [node.left, node.right].map((part) => textOf(part, read));
  if (typeof left !== "string" && typeof right !== "string") return null;
  return `${left ?? "${…}"}${right ?? "${…}"}`;
}

function isSentence(text: string): boolean {
  return (
    /^[\p{L}$"`(]/u.test(text) &&
    /[\p{L}\p{N}}"`)'][.?!]$/u.test(text.trimEnd()) &&
    text.trim().split(/\s+/).length >= MIN_WORDS
  );
}
