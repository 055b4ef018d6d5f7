import type * as z from "zod";
import type { RawRouteDocs } from "./raw-docs.ts";

type JsonSchema = z.core.JSONSchema.JSONSchema;

const bool: JsonSchema = { type: "boolean" };
const result: JsonSchema = { type: "string", enum: ["ok", "failed", "off"] };
const readiness: JsonSchema = {
  type: "object",
  required: ["ready", "checks"],
  properties: {
    ready: { ...bool, description: "Whether no check failed." },
    checks: {
      type: "object",
      required: ["database", "bucket", "reader", "embedder"],
      properties: {
        database: { ...result, description: "The database, D1." },
        bucket: { ...result, description: "The bucket for files, R2." },
        reader: { ...result, description: "The built-in reader." },
        embedder: { ...result, description: "The built-in embedding model." },
      },
      description: "`off`: the model does not run here, or its provider charges for requests.",
    },
  },
};
const all = { database: "ok", bucket: "ok", reader: "ok", embedder: "ok" };

const liveness: RawRouteDocs = {
  tag: "service",
  description: "For process managers: it asks no store and no model.",
  security: [],
  parameters: [],
  responses: {
    200: {
      description: "The service runs.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["live"],
            properties: { live: { ...bool, description: "Always true." } },
          },
          example: { live: true },
        },
      },
    },
  },
  errors: [],
};

const readinessDocs: RawRouteDocs = {
  tag: "service",
  description:
    "For load balancers: asks D1, the bucket, the reader and the built-in embedder. An answer is at most five seconds old.",
  security: [],
  parameters: [],
  responses: {
    200: {
      description: "All of them answer.",
      content: { "application/json": { schema: readiness, example: { ready: true, checks: all } } },
    },
    503: {
      description: "One of them fails.",
      content: {
        "application/json": {
          schema: readiness,
          example: { ready: false, checks: { ...all, reader: "failed" } },
        },
      },
    },
  },
  errors: [],
};

export const HEALTH_DOCS = { getLiveness: liveness, getReadiness: readinessDocs } as const;
