import { composeNote } from "../compose-note.ts";
import { counted } from "../counted.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { hasCarriageReturnLineEnds, LineMappedText } from "../line-mapped-text.ts";
import { unchangedText } from "../text/plain-text.ts";
import { MAX_LINES, readEntries } from "./read-entries.ts";
import { entryParagraph } from "./entry-paragraph.ts";
import { datesByEvent } from "./dates-by-event.ts";

/**
 * Extracts a calendar, one paragraph per entry: subject, time and location, then recurrence, exceptions,
 * people and description. The locator of the first sentence is the entry, and of each other sentence its own
 * line. A file without entries stays unchanged.
 * @throws ExtractionError if there is no text
 */
export function extractCalendar(text: string): ExtractedText {
  const { entries, title, unreadLines, otherEntries } = readEntries(text);
  if (entries.length === 0) return unchangedText(text);
  // Only the first event with a given `UID` lists the overridden dates.
  const dates = new Map(datesByEvent(entries));
  const made = new LineMappedText();
  for (const [nth, entry] of entries.entries()) {
    if (nth > 0) made.add("\n");
    const uid = entry.lines.get("UID")?.[0]?.value.trim() ?? "";
    const moved = entry.lines.has("RECURRENCE-ID") ? undefined : dates.get(uid);
    if (moved !== undefined) dates.delete(uid);
    for (const said of entryParagraph(entry, moved ?? []))
      made.add(
        `${said.text}
`,
        said.line,
      );
  }
  const note = composeNote([
    unreadLines === 0
      ? ""
      : `${counted(unreadLines, "line")} beyond the first ${MAX_LINES} of the same kind in an entry, such as guests, were not read.`,
    otherEntries === 0
      ? ""
      : `${counted(otherEntries, "part")} of the calendar that ${otherEntries === 1 ? "is" : "are"} no event, task or journal, such as busy times, ${otherEntries === 1 ? "was" : "were"} not read.`,
  ]);
  return {
    ...made.end(!hasCarriageReturnLineEnds(text)),
    pages: [],
    title,
    strategy: "calendar",
    form: "plain",
    note,
  };
}
