import { homedir } from "node:os";
import { join } from "node:path";

/** The processor's settings from the environment. */
export interface Settings {
  /** The service's origin. */
  readonly serviceUrl: string;
  /** The secret of a service principal with the scope `assets:status`. */
  readonly serviceToken: string;
  /** The base of an OpenAI-compatible API up to its `/v1`; "" disables recordings. */
  readonly transcriptionUrl: string;
  readonly transcriptionKey: string;
  readonly transcriptionModel: string;
  /** Languages for tesseract, such as `eng+deu`. */
  readonly languages: string;
  /** Folder of the saved claims and of the working files. */
  readonly folder: string;
  /** Number of concurrent jobs. */
  readonly jobs: number;
  /** Interval between listings of waiting files. */
  readonly pollMs: number;
  /** Interval between renewals of a claim. */
  readonly renewMs: number;
  /** Time limit of one tool run. */
  readonly toolMs: number;
  readonly toolBytes: number;
  /** Time limit of one transcription. */
  readonly transcriptionMs: number;
  /** Larger files fail. */
  readonly maxBytes: number;
  readonly maxPages: number;
}

const MIB = 1024 * 1024;

/** @throws Error that names the setting, never its value */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    serviceUrl: originOf(needed(env, "SERVICE_URL")),
    serviceToken: needed(env, "SERVICE_TOKEN"),
    transcriptionUrl: (env["TRANSCRIPTION_URL"] ?? "").replace(/\/$/, ""),
    transcriptionKey: env["TRANSCRIPTION_KEY"] ?? "",
    transcriptionModel: env["TRANSCRIPTION_MODEL"] ?? "whisper-1",
    languages: languagesOf(env["OCR_LANGUAGES"] ?? "eng"),
    folder: env["PROCESSOR_FOLDER"] ?? join(homedir(), ".knowledge-processor"),
    jobs: integer(env, "JOBS", 1),
    pollMs: integer(env, "POLL_SECONDS", 5) * 1_000,
    renewMs: integer(env, "RENEW_SECONDS", 60) * 1_000,
    toolMs: integer(env, "TOOL_SECONDS", 300) * 1_000,
    toolBytes: integer(env, "TOOL_MIB", 4_096) * MIB,
    transcriptionMs: integer(env, "TRANSCRIPTION_SECONDS", 3_600) * 1_000,
    maxBytes: integer(env, "MAX_FILE_MIB", 512) * MIB,
    maxPages: integer(env, "MAX_PAGES", 500),
  };
}

function needed(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name] ?? "";
  if (value === "") throw new Error(`Set ${name}: see README.md.`);
  return value;
}

function originOf(value: string): string {
  if (!URL.canParse(value)) throw new Error("SERVICE_URL must be an address, such as http://127.0.0.1:8787.");
  return new URL(value).origin;
}

function languagesOf(value: string): string {
  if (!/^[a-z_]{3,16}(?:\+[a-z_]{3,16}){0,9}$/i.test(value))
    throw new Error("OCR_LANGUAGES must look like eng or eng+deu.");
  return value;
}

function integer(env: NodeJS.ProcessEnv, name: string, usual: number): number {
  const value = env[name] ?? "";
  if (value === "") return usual;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 1 || parsed > 1_000_000)
    throw new Error(`${name} must be a whole number of at least 1.`);
  return parsed;
}
