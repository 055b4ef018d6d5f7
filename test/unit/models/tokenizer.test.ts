import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseTokenizerTables } from "../../../scripts/lib/models/process/tokenizer-tables.ts";
import { Tokenizer } from "../../../scripts/lib/models/process/tokenizer.ts";
import { PROJECT_ROOT, WEIGHTS } from "../../../scripts/lib/project.ts";

/** Written by `tools/weights/reference_tokenizer.py` with the package tokenizers. */
const REFERENCE = join(PROJECT_ROOT, "test", "support", "tokenizer-reference.json");

const load = async () => new Tokenizer(parseTokenizerTables(await readFile(join(WEIGHTS, "tokenizer.bin"))));

/** The words of a text, as its tokens place them. */
function wordsOf(tokenizer: Tokenizer, text: string): string[] {
  const { starts, ends } = tokenizer.tokenize(text);
  return [...starts].map((start, at) => text.slice(start, ends[at]));
}

describe("the tokenizer", () => {
  test("the ids equal those of the reference tokenizer, in all scripts", async () => {
    const tokenizer = await load();
    const cases = JSON.parse(await readFile(REFERENCE, "utf8")) as { text: string; ids: number[] }[];
    expect(cases.length).toBeGreaterThan(200);
    const found = cases.map(({ text }) => ({ text, ids: [...tokenizer.tokenize(text).ids] }));
    expect(found).toEqual(cases);
  });

  test("places are UTF-16 code units of the original text", async () => {
    const tokenizer = await load();
    expect(wordsOf(tokenizer, "  Two  words. ")).toEqual(["Two", "words", ".", ""]);
    expect(wordsOf(tokenizer, "😀 ok")).toEqual(["😀", "ok"]);
    expect(wordsOf(tokenizer, "re\u0301sume\u0301").join("")).toBe("re\u0301sume\u0301");
    expect(wordsOf(tokenizer, "ﬁre").join("")).toContain("ﬁre");
    expect(wordsOf(tokenizer, "\u1112\u1161\u11ab")).toEqual(["\u1112\u1161\u11ab"]);
  });

  test("control tokens in a text are text", async () => {
    const { ids } = (await load()).tokenize("<s>a</s><pad><unk><mask>");
    expect([...ids].filter((id) => id < 3 || id === 250_001)).toEqual([]);
  });

  test("unknown characters side by side are one token", async () => {
    const { ids, starts, ends } = (await load()).tokenize("a \u0378\u0379\u0380");
    expect([...ids].filter((id) => id === 3)).toHaveLength(1);
    expect([starts.at(-1), ends.at(-1)]).toEqual([2, 5]);
  });

  test("half a surrogate pair separates words", async () => {
    expect(wordsOf(await load(), "a\ud83db")).toEqual(["a", "b"]);
  });
});
