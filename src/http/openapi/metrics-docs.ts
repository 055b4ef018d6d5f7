import { METRICS_COUNTED } from "../../services/service/get-metrics.ts";
import { OPEN_METRICS_TYPE, openMetricsText } from "../open-metrics.ts";
import type { RawRouteDocs } from "./raw-docs.ts";

const example = openMetricsText([
  {
    name: "knowledge_jobs",
    type: "gauge",
    help: "Due, waiting and parked jobs.",
    samples: [{ labels: { state: "due" }, value: 2 }],
  },
  {
    name: "knowledge_questions",
    type: "counter",
    help: "Requested answers, since midnight, UTC.",
    samples: [{ value: 118 }],
    since: new Date("2026-11-22T00:00:00Z"),
  },
]);

export const METRICS_DOCS: RawRouteDocs = {
  tag: "service",
  description:
    `The current state in D1: jobs, assets that are not ready (each count up to ${METRICS_COUNTED.toLocaleString("en")}), and ` +
    "today's usage. Counters restart at midnight UTC, as `_created` shows; Prometheus treats that as a reset. " +
    "`knowledge_stage_deadlines_total` counts processing attempts that reached a stage's deadline. It stays 0 on a service " +
    "with enough disk and CPU. `knowledge_model_sentences_total` counts the sentences of language models by their mark, and " +
    "`knowledge_model_repairs_total`, `…_abstentions_total` and `…_failures_total` the answers behind them. " +
    "With `npm start`, `knowledge_requests_total` and `knowledge_request_duration_seconds_total` count requests by route and " +
    "status since the start, and gauges report memory, disk space, the start and the age of the last backup.",
  security: [{ serviceToken: ["ops"] }],
  parameters: [],
  responses: {
    200: {
      description: "The metrics.",
      content: { [OPEN_METRICS_TYPE]: { schema: { type: "string" }, example } },
    },
  },
  errors: [401, 403],
};
