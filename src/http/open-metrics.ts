import { MS_PER_SECOND } from "../domain/time.ts";

/** Media type of https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md */
export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

export interface MetricFamily {
  /** Name of the metric, which ends with its unit if it has one. */
  readonly name: string;
  readonly type: "counter" | "gauge" | "info";
  readonly unit?: "seconds" | "bytes";
  readonly help: string;
  readonly samples: readonly MetricSample[];
  /** Start of the count, for counters. */
  readonly since?: Date;
}

export interface MetricSample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

const SUFFIX = { counter: "_total", gauge: "", info: "_info" } as const;

/** Formats the metric families as OpenMetrics text. */
export function openMetricsText(families: readonly MetricFamily[]): string {
  return `${families.flatMap(familyLines).join("\n")}\n# EOF\n`;
}

function familyLines({ name, type, unit, help, samples, since }: MetricFamily): string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.flatMap(({ labels = {}, value }) => [
      `${name}${SUFFIX[type]}${labelText(labels)} ${value}`,
      ...(since === undefined
        ? []
        : [`${name}_created${labelText(labels)} ${since.getTime() / MS_PER_SECOND}`]),
    ]),
  ];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
