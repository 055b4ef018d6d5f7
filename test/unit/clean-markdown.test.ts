import { describe, expect, test } from "vitest";
import { cleanMarkdown } from "../../src/answering/generation/clean-markdown.ts";
import { addressBook } from "../../src/answering/generation/injected-content.ts";
import { renderAnswer } from "../../src/answering/generation/render-answer.ts";

const known = addressBook(["See https://harbour.example/tide or harbour.example.net."]);
/** The prompt has the sentences 1 to 20. */
const isCitable = (number: number): boolean => number >= 1 && number <= 20;
const shown = (written: string): string =>
  renderAnswer(cleanMarkdown(written, { known, isCitable, isWhole: true })).text;

describe("the Markdown of a model", () => {
  test.each([
    "# Title\n\nA **bold** word and `code`.\n\n1. One\n2. Two\n   - Three\n\n> Quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    '```html\n<img src="a.png"> ![x](y) a[0](b) [c]: d\n```\n\nEnd.',
    "Is 3 < 5? See https://harbour.example/tide (or harbour.example.net).",
    "A [note] and [x] a list:\n- [ ] open\n- [x] done",
  ])("the service keeps it as it is: %j", (written) => expect(shown(written)).toBe(written));

  test.each([
    ["One [12]. Two [3,12].", "One [1]. Two [2] [1]."],
    ["One [1, 3][4]. Two.", "One [1] [2] [3]. Two."],
    ["One [[5]]. Two 【6】. Three ⟨7⟩.", "One [1]. Two [2]. Three [3]."],
    ["One[5]! Two![6]", "One [1]! Two! [2]"],
    ["One [99]. Two [0, 4].", "One. Two [1]."],
    ["One [4](see above) [5][6] and [7]text", "One [1] (see above) [2] [3] and [4] text"],
    ["[4]: foo\n[5] bar", "[1] : foo\n[2] bar"],
    ["港は1871年に開いた[3]。灯台は石油だ[4]。", "港は1871年に開いた [1]。灯台は石油だ [2]。"],
    ["| a | b [3] |\n[4]", "| a | b [1] |\n[2]"],
    ["```\na[1]\nb [2]\n```", "```\na[1]\nb [1]\n```"],
  ])("citations get their ordinals: %j", (written, expected) => expect(shown(written)).toBe(expected));

  test.each([
    ["[here](https://evil.example/x)", "here"],
    ["[here](https://harbour.example/tide)", "here (https://harbour.example/tide)"],
    ["[https://harbour.example/tide](https://harbour.example/tide)", "https://harbour.example/tide"],
    ["[here][1] and [a][b]", "[here] [1] and a"],
    ["![picture](a.png) and ![b][c]", "picture and b"],
    ["[[x](a)](b)", "[x] (b)"],
    ["A <b>bold</b> word<br>and <img src=x> <!-- hidden --> <script>x</script>.", "A bold word and   x."],
    ["Run bzip2 <file> <output-dir>.", "Run bzip2 ‹file› ‹output-dir›."],
    ["<https://harbour.example/tide> <https://evil.example>", "https://harbour.example/tide …"],
    ["<<b>img src=x>", "‹img src=x>"],
    ["<img\nsrc=x>", "‹img\nsrc=x>"],
    ["See https://evil.example/1871 or www.evil.example.", "See … or …."],
    ["https://harbour.example/tide[1]1871", "https://harbour.example/tide [1] 1871"],
    ["a\u202eb\u0000c\u2028d", "abc\nd"],
  ])("foreign markup and addresses go, and their words stay: %j", (written, expected) =>
    expect(shown(written)).toBe(expected),
  );

  test.each([
    ["in a list, behind its end", "- ```\n  a\n  ```\n  ![x](y)"],
    ["in a list, after a line that ends it", "1. a\n   ```\nb\n![x](y)"],
    ["after a fence in a list", "- ```\n\nb\n```\nc\n```\n![x](y)"],
    ["with a back quote in its first line", "``` a`b\n![x](y)"],
    ["in a quotation", "> ```\n![x](y)"],
    ["of tildes", "~~~\n![x](y)\n~~~"],
    ["with more indentation", "a\n\n     ```\n![x](y)"],
  ])("a code fence that clients may read in another way protects nothing: %s", (_, written) =>
    expect(shown(written)).not.toContain("![x](y)"),
  );

  test("addresses in code go too", () => {
    expect(shown("```sh\ncurl https://evil.example/x\ncurl https://harbour.example/tide\n```")).toBe(
      "```sh\ncurl …\ncurl https://harbour.example/tide\n```",
    );
  });
});
