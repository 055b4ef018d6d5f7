import { type Artifacts, type Source, Unreadable } from "../reading.ts";
import { recordOf } from "../service/wire.ts";
import { postFile } from "../tools/post-file.ts";
import { holdsText } from "./recognise.ts";
import type { Work } from "./reader.ts";

/** Seconds of silence that begin a paragraph. */
const PAUSE_SECONDS = 1.5;
const NOBODY = "Sound is not written down here: whoever runs the processor has named no transcription service (TRANSCRIPTION_URL).";
const TOO_LARGE =
  "The transcription service does not take a recording of this size. Split it, or save it with fewer bits, and upload that.";
const NOT_SOUND = "The transcription service cannot open this recording. Save it as MP3, M4A or WAV, and upload that.";
const SILENT = "No words were recognised in this recording.";

/** Sends the recording to an OpenAI-compatible `/audio/transcriptions`. */
export async function readSound(source: Source, { settings, bounds }: Work): Promise<Artifacts> {
  if (settings.transcriptionUrl === "") throw new Unreadable(NOBODY);
  const response = await postFile({
    url: `${settings.transcriptionUrl}/audio/transcriptions`,
    headers: settings.transcriptionKey === "" ? {} : { authorization: `Bearer ${settings.transcriptionKey}` },
    fields: { model: settings.transcriptionModel, response_format: "verbose_json" },
    file: { path: source.path, name: `recording.${endingOf(source)}` },
    signal: AbortSignal.any([bounds.signal, AbortSignal.timeout(settings.transcriptionMs)]),
  });
  if (response.status === 413) throw new Unreadable(TOO_LARGE);
  if (response.status === 400 || response.status === 415 || response.status === 422) throw new Unreadable(NOT_SOUND);
  if (response.status !== 200) throw new Error(`The transcription service answers ${response.status}.`);
  const transcription = transcriptOf(JSON.parse(response.text));
  if (!holdsText(transcription)) throw new Unreadable(SILENT);
  return { transcription };
}

/** Paragraphs at pauses, where the answer says when each part was said; else its text as it is. */
function transcriptOf(answer: unknown): string {
  const { text, segments } = recordOf(answer);
  if (!Array.isArray(segments) || segments.length === 0) return typeof text === "string" ? text.trim() : "";
  const paragraphs: string[] = [];
  let ended = 0;
  for (const segment of segments.map(recordOf)) {
    const said = typeof segment["text"] === "string" ? segment["text"].trim() : "";
    const [start, end] = [Number(segment["start"] ?? ended), Number(segment["end"] ?? ended)];
    const last = paragraphs.length - 1;
    if (last < 0 || start - ended >= PAUSE_SECONDS) paragraphs.push(said);
    else paragraphs[last] = `${paragraphs[last] ?? ""} ${said}`.trim();
    ended = end;
  }
  return paragraphs.filter((paragraph) => paragraph !== "").join("\n\n");
}

/** Transcription services tell the format by the name's ending. */
function endingOf({ name, contentType }: Source): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return ending ?? (contentType.split(";", 1)[0] ?? "").replace(/^.*\/(?:x-)?/, "").replace(/[^a-z0-9]/gi, "");
}
