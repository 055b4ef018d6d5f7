import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import { rtfTokens } from "../rtf/rtf-tokens.ts";
import { ParagraphCollector, type WordSink } from "./word-sink.ts";

const TOKENS_PER_STEP = 2_000;
const MAX_DEPTH = 1_000;
/** RTF destinations with settings, names and data (RTF 1.9.1). */
const NO_TEXT = new Set(
  "fonttbl colortbl stylesheet info pict object objdata datafield filetbl revtbl listtable listoverridetable rsidtbl sn sv sp generator themedata colorschememapping latentstyles datastore xmlnstbl private1 falt panose nonshppict shpinst bkmkstart bkmkend tc xe template fldinst pgptbl mmathPr userprops listpicture pntext pntxta pntxtb pnseclvl pn atnid atnauthor atnref atndate atntime atnparent defchp defpap wgrffmtfilter background docvar factoidname fldtype htmltag mhtmltag ftnsep ftnsepc aftnsep aftnsepc passwordhash protusertbl".split(
    " ",
  ),
);
const PLACES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"].map((name) => [
      name,
      "headers and footers",
    ]),
  ),
  annotation: "comments",
  footnote: "notes",
};
const ENDS = new Set(["par", "pard", "cell", "nestcell", "row", "tab", "line", "sect", "page", "column"]);

/**
 * Adds the words of an RTF document. Skips paragraphs with bytes beyond ASCII, which only their code page
 * decodes.
 */
export function* countRtf(bytes: Uint8Array, sink: WordSink): CooperativeTask<void> {
  const paragraph = new ParagraphCollector(sink);
  const around: string[] = [];
  let place = "";
  let isPlain = true;
  const end = (): void => {
    if (!isPlain) paragraph.drop();
    paragraph.end();
    isPlain = true;
  };
  let count = 0;
  for (const token of rtfTokens(bytes)) {
    count += 1;
    if (count % TOKENS_PER_STEP === 0) yield;
    if (around.length > MAX_DEPTH) return;
    if (token.kind === "open") around.push(place);
    else if (token.kind === "close") place = around.pop() ?? "";
    else if (token.kind === "word") {
      if (NO_TEXT.has(token.word)) place = SKIPPED;
      else if (place === "") place = PLACES[token.word] ?? "";
      if (token.word === "u") isPlain = false;
      if (ENDS.has(token.word)) end();
    } else if (token.kind === "bytes" && place !== SKIPPED) {
      isPlain &&= token.bytes.charCodeAt(0) < 0x80;
      paragraph.add(token.bytes, place);
    }
  }
  end();
}

const SKIPPED = "skipped";
