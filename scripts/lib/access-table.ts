import { RAW_ROUTE_DOCS } from "../../src/http/openapi/raw-route-docs.ts";
import { callersOf, securityOf } from "../../src/http/openapi/security.ts";
import type { Operation } from "../../src/http/operation.ts";
import { operations, rawRoutes } from "../../src/http/operations.ts";

const INTRODUCTION = `# Who may do what

Written by \`npm run docs\` from the operations themselves; a test compares.

Rights are actions granted on collections, and each holds for the collection's whole subtree: \`read\`, \`chat\` (includes \`read\`), \`write\` (includes \`chat\`), \`share\` (includes \`read\`) and \`own\` (includes all). What a caller may not read does not exist for them: \`not_found\`. What they may read, but not do this to, is \`permission_denied\`.

_A reader_ may only \`read\` what the request is about; _a stranger_ is of another tenant. \`ok\` for both: it is about the caller themselves. _Trips_ are the round trips to D1 of a request that succeeds. Tests send each request by each of them.

_Their API keys_: a key may do what its user may do at that moment, of its actions, on its collections; it takes one trip more. Where keys are not named, none is taken.
`;

const HEADS = ["operation", "request", "for", "who of them", "a reader", "a stranger", "trips"];

/** The text of docs/access.md: every operation and route with whom it is for, in the order of the formatter. */
export function accessDocument(): string {
  const rows = [...operations.map(operationRow), ...rawRoutes.map(rawRow)];
  const widths = HEADS.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return `${INTRODUCTION}\n${line(HEADS)}${line(widths.map((width) => "-".repeat(width)))}${rows.map(line).join("")}`;
}

function operationRow({ id, method, path, who, byKey, access, contract }: Operation): string[] {
  const { reader, stranger, trips } = contract;
  return [
    id,
    `\`${method} ${path}\``,
    callersOf(securityOf(who, byKey)).join("; "),
    access,
    `\`${reader}\``,
    `\`${stranger}\``,
    String(trips),
  ];
}

function rawRow({ id, method, path, access }: (typeof rawRoutes)[number]): string[] {
  return [id, `\`${method} ${path}\``, callersOf(RAW_ROUTE_DOCS[id]?.security ?? []).join("; "), access, "", "", ""];
}
