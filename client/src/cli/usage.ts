/** Prints an organization's usage as text columns. */
import type { Usage } from "../index.ts";
import { createSessionClient, type CommandArguments, resolveOrganization } from "./commands.ts";
import { readSession } from "./session.ts";
import { printNote, parseNumber, oneLine, print } from "./terminal.ts";

type Counts = Usage["total"];
type UsageRecord = Usage["records"][number];

const NAMES: Readonly<Record<keyof Counts, string>> = {
  questions: "questions",
  units: "units",
  inputTokens: "tokens read",
  outputTokens: "tokens written",
  estimatedTokens: "estimated",
  cost: "cost",
  assets: "assets",
  bytes: "bytes",
};
const COUNTS = Object.keys(NAMES) as (keyof Counts)[];
/** The service's page size. */
const USUAL_RECORDS = "200";

const COLUMNS: Readonly<
  Record<string, { readonly name: string; readonly of: (record: UsageRecord) => string }>
> = {
  day: { name: "day", of: ({ day }) => day },
  user: { name: "user", of: ({ userDisplayName, userId }) => oneLine(userDisplayName || (userId ?? "")) },
  operation: { name: "operation", of: ({ operation }) => operation },
};

/** Prints usage by day, user or operation, and the total. Columns without usage are omitted. */
export async function usage({
  organization,
  by = "day",
  from,
  to,
  limit = USUAL_RECORDS,
}: CommandArguments): Promise<void> {
  const session = await readSession();
  const client = createSessionClient(session);
  const organizationId = organization ?? (await resolveOrganization(client, session));
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const used = await client.usage(organizationId, { by, ...days, limit: parseNumber(limit) });
  const groups = by.split(",").flatMap((name) => COLUMNS[name] ?? []);
  const counted = COUNTS.filter((name) => used.total[name] > 0);
  if (counted.length === 0) {
    print(`Nothing was used from ${used.from} to ${used.to}.`);
    return;
  }
  const numbers = (counts: Counts): string[] => counted.map((name) => counts[name].toLocaleString("en"));
  const total = groups.map((_, at) => (at === 0 ? "total" : ""));
  const rows = [
    [...groups.map(({ name }) => name), ...counted.map((name) => NAMES[name])],
    ...used.records.map((record) => [...groups.map(({ of }) => of(record)), ...numbers(record)]),
    [...total, ...numbers(used.total)],
  ];
  for (const line of aligned(rows, groups.length)) print(line);
  const { count } = used.pagination;
  if (used.truncated || count > used.records.length)
    printNote("There are more records: limit the days with --from and --to.");
}

/** Pads columns to their widest text: the first `left` columns align left, numbers align right. */
function aligned(rows: readonly (readonly string[])[], left: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) =>
        column < left ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
