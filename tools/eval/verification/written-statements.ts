import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { codeOf, Failure, firstLine } from "../../../scripts/lib/failure.ts";
import type { SourceSentence } from "./source-sentences.ts";
import type { StatementCase } from "./statement-case.ts";

const line = z.object({
  doc: z.string(),
  cites: z.array(z.string()).min(1),
  isTrue: z.boolean(),
  sentence: z.string().min(1),
});

/**
 * Reads manual statements from a set's `statements.jsonl`: `cites` are words that only the cited sentences
 * contain. @throws Failure
 */
export async function readWrittenStatements(
  set: string,
  folder: string,
  sentences: ReadonlyMap<string, readonly SourceSentence[]>,
): Promise<StatementCase[]> {
  const file = join(folder, "statements.jsonl");
  const lines = (await readText(file)).split("\n").filter((each) => each.trim() !== "");
  return lines.map((text, at): StatementCase => {
    const { doc, cites, isTrue, sentence } = parsed(text, `${file}, line ${at + 1}`);
    const own = sentences.get(doc) ?? [];
    const cited = cites.map((words) => {
      const [found] = own.filter((each) => each.text.includes(words));
      if (found === undefined)
        throw new Failure(`${file}, line ${at + 1}: no sentence of ${doc} contains "${words}".`);
      return found;
    });
    const given = own.map((each) => each.text);
    return {
      set,
      group: cited[0]?.group ?? doc,
      isTrue,
      kind: "written",
      sentence,
      question: "",
      cited,
      given,
    };
  });
}

function parsed(text: string, where: string): z.output<typeof line> {
  try {
    return line.parse(JSON.parse(text));
  } catch (error) {
    throw new Failure(`${where}: ${firstLine(error)}`);
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "";
    throw new Failure(`Cannot read ${file}: ${firstLine(error)}`);
  }
}
