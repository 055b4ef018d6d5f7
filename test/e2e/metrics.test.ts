/** The metrics of the built service, read by the strict OpenMetrics parser of Prometheus' Python client. */
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { addReadyFile, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { postQuestion } from "../../scripts/demo/workspace.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { sharedService } from "../support/setup/shared-service.ts";

/** Prints each sample as the parser read it. */
const READ = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read
families = list(read(sys.stdin.read()))
print(json.dumps([[f.name, f.type, f.unit, [[s.name, s.labels, float(s.value)] for s in f.samples]] for f in families]))
`;
type Family = readonly [
  name: string,
  type: string,
  unit: string,
  samples: readonly [name: string, labels: object, value: number][],
];

/** `.ci/run` installs the parser there. Otherwise it is Debian's python3-prometheus-client. */
const PYTHONPATH = [
  join(PROJECT_ROOT, "node_modules", ".cache", "prometheus-client"),
  process.env["PYTHONPATH"] ?? "",
].join(delimiter);

function python(program: string, input = "") {
  return spawnSync("python3", ["-c", program], {
    input,
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH },
  });
}

function readAsPrometheus(text: string): Family[] {
  const { status, stdout, stderr } = python(READ, text);
  if (status !== 0) throw new Error(stderr.trim().split("\n").at(-1));
  return JSON.parse(stdout) as Family[];
}

const canRead = python("import prometheus_client.openmetrics.parser").status === 0;

test.skipIf(!canRead)(
  "Prometheus' parser accepts the metrics with type and unit, and rejects text that is not OpenMetrics",
  async () => {
    const service = sharedService();
    const ada = await signUp(service, "metrics-ada");
    await addReadyFile(
      ada,
      ada.workspace.rootId,
      textFile("piers.txt", "The viaduct stands on nine piers.\n"),
    );
    await postQuestion(
      ada.api,
      await startThread(ada, ada.workspace.rootId),
      "How many piers does the viaduct stand on?",
    );
    const response = await fetch(`${service.url}/ops/metrics`, {
      headers: { authorization: `Bearer ${await service.serviceToken(["ops"])}` },
    });
    const text = await response.text();
    const families = readAsPrometheus(text);
    const found = new Map(families.map(([name, type, unit]) => [name, `${type} ${unit}`.trim()]));
    expect([...found]).toEqual([
      ["knowledge_build", "info"],
      ["knowledge_jobs", "gauge"],
      ["knowledge_jobs_longest_due_seconds", "gauge seconds"],
      ["knowledge_assets", "gauge"],
      ["knowledge_assets_longest_processing_seconds", "gauge seconds"],
      ["knowledge_disk_writable_bytes", "gauge bytes"],
      ["knowledge_disk_free_bytes", "gauge bytes"],
      ["knowledge_memory_bytes", "gauge bytes"],
      ["knowledge_start_time_seconds", "gauge seconds"],
      ["knowledge_backup_age_seconds", "gauge seconds"],
      ["knowledge_requests", "counter"],
      ["knowledge_request_duration_seconds", "counter seconds"],
      ["knowledge_stage_deadlines", "counter"],
      ["knowledge_organizations_using", "gauge"],
      ["knowledge_questions", "counter"],
      ["knowledge_tokens", "counter"],
      ["knowledge_model_tokens", "counter"],
      ["knowledge_model_cost", "counter"],
      ["knowledge_model_answers", "counter"],
      ["knowledge_model_abstentions", "counter"],
      ["knowledge_model_repairs", "counter"],
      ["knowledge_model_failures", "counter"],
      ["knowledge_model_sentences", "counter"],
      ["knowledge_model_dropped_sentences", "counter"],
      ["knowledge_received_assets", "counter"],
      ["knowledge_received_bytes", "counter bytes"],
    ]);
    const samples = new Map(
      families.flatMap(([, , , all]) =>
        all.map(([name, labels, value]) => [name + JSON.stringify(labels), value]),
      ),
    );
    const label = JSON.stringify({ method: "POST", route: "/v1/threads", status: "200" });
    expect(samples.get(`knowledge_requests_total${label}`)).toBeGreaterThanOrEqual(1);
    expect(samples.get(`knowledge_request_duration_seconds_total${label}`)).toBeGreaterThan(0);
    for (const processes of ["host", "runtimes", "models"])
      expect(samples.get(`knowledge_memory_bytes${JSON.stringify({ processes })}`)).toBeGreaterThan(1e6);
    expect(samples.get("knowledge_disk_free_bytes{}")).toBeGreaterThan(0);
    expect(samples.get("knowledge_questions_total{}")).toBeGreaterThanOrEqual(1);
    expect(samples.get("knowledge_received_bytes_total{}")).toBeGreaterThanOrEqual(34);
    expect(() => readAsPrometheus(text.replace("# EOF\n", ""))).toThrow("EOF");
    expect(() => readAsPrometheus(text.replace("knowledge_questions_total", "knowledge_questions"))).toThrow(
      "ValueError",
    );
  },
);
