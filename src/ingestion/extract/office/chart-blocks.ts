import { ExtractionError } from "../../../domain/extraction-error.ts";
import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { OfficeBlock } from "./office-text.ts";

/** A chart with more points would not be readable as text. */
export const MAX_POINTS = 2_000;
export const MAX_SERIES = 100;

export interface ChartSeries {
  readonly name: string;
  /** Category names by point index, from 0. */
  readonly categories: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
}

/**
 * Writes the titles of a chart, and its values as a table of categories and series. A series with other
 * categories than the previous one begins another table.
 */
export function chartBlocks(titles: readonly string[], series: readonly ChartSeries[]): OfficeBlock[] {
  const groups: ChartSeries[][] = [];
  for (const each of series) {
    const group = groups.at(-1);
    if (group !== undefined && isSame(group[0]!.categories, each.categories)) group.push(each);
    else groups.push([each]);
  }
  return [
    ...titles
      .filter((title) => title.trim() !== "")
      .map((text): OfficeBlock => ({ kind: "paragraph", text })),
    ...groups.map((group): OfficeBlock => ({ kind: "table", rows: rowsOf(group) })),
  ];
}

/** Reads a chart. Returns false for a damaged or too large chart, so that its document is still read. */
export function* readChart(reading: CooperativeTask<void>): CooperativeTask<boolean> {
  try {
    yield* reading;
    return true;
  } catch (error) {
    if (error instanceof ExtractionError) return false;
    throw error;
  }
}

function isSame(one: ReadonlyMap<number, string>, other: ReadonlyMap<number, string>): boolean {
  return one.size === other.size && [...one].every(([at, category]) => other.get(at) === category);
}

function rowsOf(group: readonly ChartSeries[]): string[][] {
  const points = new Set(group.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()]));
  const names = ["", ...group.map(({ name }) => name)];
  const { categories } = group[0]!;
  const rows = [...points]
    .sort((a, b) => a - b)
    .map((at) => [categories.get(at) ?? "", ...group.map(({ values }) => values.get(at) ?? "")]);
  return rows.length === 0 ? [names.slice(1)] : [names, ...rows];
}
