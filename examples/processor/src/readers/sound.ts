import { type Artifacts, type Source, Unreadable } from "../artifacts.ts";
import { recordOf } from "../service/waiting-asset.ts";
import { postFile } from "../tools/post-file.ts";
import { containsWords } from "./recognize-text.ts";
import type { ReaderContext } from "./reader.ts";
import { cuesOf, webVtt } from "./web-vtt.ts";

const NOBODY =
  "The processor cannot transcribe recordings: its operator has set no transcription service (TRANSCRIPTION_URL).";
const TOO_LARGE =
  "The transcription service rejects a recording of this size. Split it or reduce its bit rate, and upload that.";
const NOT_SOUND =
  "The transcription service cannot open this recording. Save it as MP3, M4A or WAV, and upload that.";
const SILENT = "The processor recognized no words in this recording.";

/**
 * Sends the recording to an OpenAI-compatible `/audio/transcriptions`. The result is WebVTT if the response
 * has times, else text.
 */
export async function readSound(
  source: Source,
  { settings, limits: bounds }: ReaderContext,
): Promise<Artifacts> {
  if (settings.transcriptionUrl === "") throw new Unreadable(NOBODY);
  const response = await postFile({
    url: `${settings.transcriptionUrl}/audio/transcriptions`,
    headers: settings.transcriptionKey === "" ? {} : { authorization: `Bearer ${settings.transcriptionKey}` },
    fields: { model: settings.transcriptionModel, response_format: "verbose_json" },
    file: { path: source.path, name: `recording.${endingOf(source)}` },
    signal: AbortSignal.any([bounds.signal, AbortSignal.timeout(settings.transcriptionMs)]),
  });
  if (response.status === 413) throw new Unreadable(TOO_LARGE);
  if (response.status === 400 || response.status === 415 || response.status === 422)
    throw new Unreadable(NOT_SOUND);
  if (response.status !== 200)
    throw new Error(`The transcription service responded with status ${response.status}.`);
  const answer = recordOf(JSON.parse(response.text));
  const cues = cuesOf(answer["segments"]);
  const text = typeof answer["text"] === "string" ? answer["text"].trim() : "";
  if (!containsWords(cues.length === 0 ? text : cues.map(({ said }) => said).join(" ")))
    throw new Unreadable(SILENT);
  return { transcription: cues.length === 0 ? text : webVtt(cues) };
}

/** Transcription services detect the format by the file name's extension. */
function endingOf({ name, contentType }: Source): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return (
    ending ?? (contentType.split(";", 1)[0] ?? "").replace(/^.*\/(?:x-)?/, "").replace(/[^a-z0-9]/gi, "")
  );
}
