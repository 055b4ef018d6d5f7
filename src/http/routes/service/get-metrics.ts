import type { Support } from "../../../domain/support.ts";
import { inCurrency, type ModelCounts } from "../../../domain/usage.ts";
import { getMetrics, METRICS_COUNTED, type Metrics } from "../../../services/service/get-metrics.ts";
import {
  type MetricFamily,
  type MetricSample,
  OPEN_METRICS_TYPE,
  openMetricsText,
} from "../../open-metrics.ts";
import { type RequestCount, requestCounts } from "../../request-counts.ts";
import type { RawRoute } from "../../register.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";
import { serviceContext } from "../../request-scope.ts";

/** Serves metrics to Prometheus and other scrapers. */
export const getMetricsRoute: RawRoute = {
  id: "getMetrics",
  method: "GET",
  path: "/ops/metrics",
  audience: { service: "ops" },
  access: "A service, for the whole service",
  summary: "Metrics of the service, in OpenMetrics format.",
  async handle(c) {
    const families = familiesOf(await getMetrics(serviceContext(c)), c.var.scope.config.buildVersion);
    return new Response(openMetricsText(families), {
      headers: {
        "content-type": OPEN_METRICS_TYPE,
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
};

const UP_TO = `counted up to ${METRICS_COUNTED}`;
const TODAY = "since midnight, UTC";

export function familiesOf(metrics: Metrics, version: string): MetricFamily[] {
  const { jobs, assets } = metrics;
  return [
    {
      name: "knowledge_build",
      type: "info",
      help: "The running version.",
      samples: [{ labels: { version }, value: 1 }],
    },
    gauge("knowledge_jobs", `Due, waiting and parked jobs, ${UP_TO} each.`, byState(jobs)),
    {
      ...gauge("knowledge_jobs_longest_due_seconds", "Age of the oldest due job.", [
        { value: metrics.longestDueSeconds },
      ]),
      unit: "seconds",
    },
    gauge("knowledge_assets", `Assets that are not ready, ${UP_TO} each.`, byState(assets)),
    {
      ...gauge(
        "knowledge_assets_longest_processing_seconds",
        "Longest time without progress of an asset in processing.",
        [{ value: metrics.longestProcessingSeconds }],
      ),
      unit: "seconds",
    },
    ...ofHost(metrics),
    ...sinceMidnight(metrics),
  ];
}

/** The machine and its requests; families without samples where no host reports them. */
function ofHost({ host, backupAgeSeconds }: Metrics): MetricFamily[] {
  const { since, counts } = requestCounts();
  const counted = host === null ? [] : counts;
  const labelsOf = ({ method, route, status }: RequestCount) => ({ method, route, status: String(status) });
  const bytes = (name: string, help: string, samples: readonly MetricSample[]): MetricFamily => ({
    ...gauge(name, help, host === null ? [] : samples),
    unit: "bytes",
  });
  return [
    bytes(
      "knowledge_disk_writable_bytes",
      "Remaining bytes for writes; at 0 the disk is nearly full, and the service rejects changes.",
      [{ value: host?.room ?? 0 }],
    ),
    bytes("knowledge_disk_free_bytes", "Free bytes of the state folder's disk.", [
      { value: host?.freeBytes ?? 0 },
    ]),
    bytes(
      "knowledge_memory_bytes",
      "Resident memory of the service's processes.",
      Object.entries(host?.memory ?? {}).map(([processes, value]) => ({ labels: { processes }, value })),
    ),
    {
      ...gauge(
        "knowledge_start_time_seconds",
        "Start of the service, in seconds since 1970.",
        host === null ? [] : [{ value: host.startedAt.getTime() / MS_PER_SECOND }],
      ),
      unit: "seconds",
    },
    {
      ...gauge(
        "knowledge_backup_age_seconds",
        "Time since the last backup; no sample before the first one.",
        backupAgeSeconds === null ? [] : [{ value: backupAgeSeconds }],
      ),
      unit: "seconds",
    },
    {
      name: "knowledge_requests",
      type: "counter",
      help: "Answered requests since the start, by route and status.",
      samples: counted.map((one) => ({ labels: labelsOf(one), value: one.count })),
      since,
    },
    {
      name: "knowledge_request_duration_seconds",
      type: "counter",
      unit: "seconds",
      help: "Total time until the responses of these requests began.",
      samples: counted.map((one) => ({ labels: labelsOf(one), value: one.seconds })),
      since,
    },
  ];
}

function sinceMidnight({ stageDeadlines, used, since }: Metrics): MetricFamily[] {
  const counter: Counter = (name, help, ...samples) => {
    return { name, type: "counter", help: `${help}, ${TODAY}.`, samples, since };
  };
  return [
    counter("knowledge_stage_deadlines", "Processing attempts that reached a stage's deadline", {
      value: stageDeadlines,
    }),
    gauge("knowledge_organizations_using", `Organizations with usage ${TODAY}.`, [
      { value: used.organizations },
    ]),
    counter("knowledge_questions", "Requested answers", { value: used.questions }),
    counter("knowledge_tokens", "Tokens that models and ingestion used", { value: used.units }),
    counter(
      "knowledge_model_tokens",
      "Tokens of language models, as their providers count",
      { labels: { direction: "input" }, value: used.inputTokens },
      { labels: { direction: "output" }, value: used.outputTokens },
    ),
    counter("knowledge_model_cost", "Cost of these tokens at the prices of MODELS", {
      value: inCurrency(used.cost),
    }),
    ...ofModels(used, counter),
    counter("knowledge_received_assets", "New assets", { value: used.assets }),
    {
      ...counter("knowledge_received_bytes", "Bytes of new originals", { value: used.bytes }),
      unit: "bytes",
    },
  ];
}

type Counter = (name: string, help: string, ...samples: MetricSample[]) => MetricFamily;

/** Counters of the answers of language models. */
function ofModels(used: ModelCounts, counter: Counter): MetricFamily[] {
  const marked = (support: Support, value: number): MetricSample => ({ labels: { support }, value });
  return [
    counter("knowledge_model_answers", "Answers of language models, with abstentions", {
      value: used.modelAnswers,
    }),
    counter("knowledge_model_abstentions", "Answers that nothing in the documents answers the question", {
      value: used.modelAbstentions,
    }),
    counter("knowledge_model_repairs", "Requests to rewrite contradicted sentences", {
      value: used.modelRepairs,
    }),
    counter("knowledge_model_failures", "Models that wrote no answer, so that the next one wrote", {
      value: used.modelFailures,
    }),
    counter(
      "knowledge_model_sentences",
      "Sentences of language models by their mark",
      marked("quoted", used.quotedSentences),
      marked("supported", used.supportedSentences),
      marked("unverified", used.unverifiedSentences),
      marked("contradicted", used.contradictedSentences),
    ),
    counter("knowledge_model_dropped_sentences", "Sentences that strict verification dropped", {
      value: used.droppedSentences,
    }),
  ];
}

function gauge(name: string, help: string, samples: readonly MetricSample[]): MetricFamily {
  return { name, type: "gauge", help, samples };
}

function byState(counts: Readonly<Record<string, number>>): MetricSample[] {
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
}
