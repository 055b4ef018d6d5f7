import { describe, expect, test } from "vitest";
import { extract } from "../../support/fixtures/documents/extract.ts";
import { ARTICLE_HTML } from "../../support/fixtures/documents/article-html.ts";

describe("an article", () => {
  test("an article has blocks separated by blank lines, with decoded entities and collapsed white space", async () => {
    const { text, strategy, title, pages } = await extract(ARTICLE_HTML, "text/html");
    expect(strategy).toBe("html-body");
    expect(title).toBe("Otters return & thrive");
    expect(pages).toEqual([]);
    expect(text).toContain(
      "otters live in the lower river again, wardens said on Monday. They counted eleven animals",
    );
    expect(text).toContain("at a cost of €38 million. Fish came back first");
    expect(text).toContain(
      "feed on them — herons, kingfishers, and now otters 🦦.\n\n## What comes next\n\n- A census every spring\n- Two new passages under the road",
    );
    expect(text).toContain("| Year | Otters |\n| --- | --- |\n| 2023 | 4 |\n| 2024 | 11 |");
    expect(text).toContain("```\ncount  = 11\nyoung  =  3\n```");
  });

  test("the text of an article omits navigation, scripts and styles", async () => {
    const { text } = await extract(ARTICLE_HTML, "text/html; charset=utf-8");
    for (const unwanted of ["Home", "not text", "color: red", "<"]) expect(text).not.toContain(unwanted);
  });
});

describe("the structure of a page is kept", () => {
  /** Returns the text of a page, and its text when read without a tree. */
  async function textsOf(body: string): Promise<string[]> {
    const deep = `${"<div>".repeat(5_000)}${body}`;
    return await Promise.all([body, deep].map(async (html) => (await extract(html, "text/html")).text));
  }

  test.each([
    [
      "headings of each level, on one line",
      "<h2>Pump<br>house</h2><p>a<h3><div>Care</div></h3>b",
      "## Pump house\n\na\n\n### Care\n\nb",
    ],
    ["lists within lists", "<ul><li>a<ol><li>b<li>c</ol><li>d</ul>", "- a\n\n  1. b\n  2. c\n\n- d"],
    [
      "items of paragraphs, and without a word",
      "<ul><li><p>a</p><p>b</p><li><li>c</ul>d",
      "- a\n\nb\n\n- c\n\nd",
    ],
    [
      "terms above what explains them",
      "<dl><dt>-j<dd>runs jobs<dt>-n<dd>runs none</dl>",
      "-j\n  runs jobs\n-n\n  runs none",
    ],
    [
      "code, whose remarks are no headings",
      "<p>Run:<pre>\n  # first\n    make\n</pre>then",
      "Run:\n\n```\n# first\n  make\n```\n\nthen",
    ],
    ["code that holds a fence", "<pre>a\n```\nb</pre>", "~~~\na\n```\nb\n~~~"],
    [
      "a table with the names of its columns",
      "<table><caption>Fares</caption><tr><th>Boat<th>Fare<tr><td>Heron | II<td>4<tr><td>Gannet<td><p>7<p>crowns</table>",
      "Fares\n\n| Boat | Fare |\n| --- | --- |\n| Heron \\| II | 4 |\n| Gannet | 7 crowns |",
    ],
    [
      "a table whose rows have names",
      "<table><tr><th>Born<td>1815<td>London<tr><th>Died<td>1852<td>London</table>",
      "| Born | 1815 | London |\n| Died | 1852 | London |",
    ],
    [
      "cells that stand for several rows and columns",
      "<table><tr><th>Day<th>From<th>To<tr><td rowspan=2>Monday<td>8<td>9<tr><td colspan=2>closed</table>",
      "| Day | From | To |\n| --- | --- | --- |\n| Monday | 8 | 9 |\n| Monday | closed |  |",
    ],
    [
      "a table of values within one that holds a page together",
      "<table><tr><td>Menu<td><h2>Fares</h2><table><tr><th>Boat<th>Fare<tr><td>Heron<td>4</table>end</table>",
      "Menu\tFares\n\n| Boat | Fare |\n| --- | --- |\n| Heron | 4 |\n\nend",
    ],
    [
      "a long cell beside a short one, as what explains it",
      `<table><tr><td>-j<td>${"runs jobs ".repeat(70)}<tr><td>-n<td>${"runs none ".repeat(70)}</table>`,
      `-j\n  ${"runs jobs ".repeat(70).trim()}\n-n\n  ${"runs none ".repeat(70).trim()}`,
    ],
    [
      "a paragraph that is bold as a whole, as the heading of what follows",
      "<h2>Care</h2><p>a<p><b>The <i>pump</i></b>\n<p>It runs.<h2>B</h2><p><strong>Boats:</strong></p><ul><li>c</ul>",
      "## Care\n\na\n\n### The pump\n\nIt runs.\n\n## B\n\n### Boats:\n\n- c",
    ],
    [
      "what is bold and no heading: a sentence, a part, the one above another, one above a heading, the last",
      "<p><b>It runs.</b><p><b>The</b> pump<p><b>x</b><br>y<p><b>A</b><p><b>B</b><p>c<p><b>D</b><h3>E</h3>f<p><b>G</b></p>",
      "It runs.\n\nThe pump\n\nx\ny\n\nA\n\n## B\n\nc\n\nD\n\n### E\n\nf\n\nG",
    ],
    [
      "what is bold within lists and tables, which names nothing below it",
      "<ul><li><p><b>a</b><p>b</ul><table><tr><td><p><b>Born</b></p><td>1815<tr><td><b>Died</b><td>1852</table>",
      "- a\n\nb\n\n| Born | 1815 |\n| Died | 1852 |",
    ],
    [
      "tags that do not fit together",
      "</table></pre></ul><li>a</h2><table><td>b<td>c</ol></pre>",
      "- a\n\nb\tc",
    ],
  ])("%s", async (_, body, expected) => {
    expect(await textsOf(body)).toEqual([expected, expected]);
  });

  test("the text has no table of contents, unless the page has little else", async () => {
    const list = '<div class="x toc"><a href="#a">A</a></div>';
    const page = (said: string): string => `${list}<h2 id="a">A<a class="headerlink">¶</a></h2><p>${said}`;
    expect((await extract(page("The pump runs."), "text/html")).text).toBe("## A\n\nThe pump runs.");
    expect((await extract(page("."), "text/html")).text).toBe("A\n\n## A\n\n.");
  });
});

test("the extractor reads a page whole if its article would lose most of its prose", async () => {
  const box = (at: number): string =>
    `<div class="sidebar"><p>Box ${at}: a remark that stands beside the text, and matters.</p></div>`;
  const boxes = Array.from({ length: 20 }, (_, at) => box(at)).join("");
  const html = `<body><div><p>${"The text itself, with commas, goes on. ".repeat(8)}</p></div>${boxes}</body>`;
  const { text } = await extract(html, "text/html");
  for (let at = 0; at < 20; at += 1) expect(text).toContain(`Box ${at}: a remark`);
});

describe("the header of an article", () => {
  const text = `<div id="content"><h2>Use</h2>${`<p>${"The text itself, with commas, goes on. ".repeat(8)}</p>`.repeat(3)}</div>`;

  test("an article keeps a header that states the subject", async () => {
    const html = `<body><div id="header"><h1>pump(1)</h1><h2>Name</h2><p>pump - moves water from one place to another</p></div>${text}`;
    expect((await extract(html, "text/html")).text).toMatch(
      /^# pump\(1\)\n\n## Name\n\npump - moves water from one place to another\n\n## Use/,
    );
  });

  test.each([
    [
      "a menu",
      '<header><h1>Pumps</h1><p>We sell all the pumps there are</p><nav><a href="/">Home</a></nav></header>',
    ],
    [
      "an author",
      '<header><h1>Pumps</h1><p>by Ada</p><p><a href="/">All that we have written</a></p></header>',
    ],
  ])("an article keeps the heading and text of a header with %s, without the menu", async (_, head) => {
    const { text: read } = await extract(`<body>${head}${text}`, "text/html");
    expect(read).toMatch(
      /^# Pumps\n\n(?:We sell all the pumps there are|by Ada\n\nAll that we have written)\n\n## Use/,
    );
  });
});

test("the extractor reads a fragment without html, head or body", async () => {
  expect((await extract("<title>T</title>loose <i>words</i><p>a<p>b", "text/html")).text).toBe(
    "loose words\n\na\n\nb",
  );
});

describe("hostile markup yields a text within the time of a test", () => {
  test.each([
    ["200,000 open elements", `${"<div>".repeat(200_000)}deep`, "deep"],
    ["100,000 nested and closed elements", `${"<b>".repeat(100_000)}deep${"</b>".repeat(100_000)}`, "deep"],
    ["a list in a list in a list", `${"<ul><li>".repeat(50_000)}deep`, "deep"],
    ["a table in a table in a table", `${"<table><tr><td>".repeat(50_000)}deep`, "deep"],
    ["code that never closes", `${"<pre>x".repeat(50_000)}deep`, "deep"],
    [
      "a row of 100,000 wide cells",
      `<table><tr>${"<td colspan=99>x".repeat(100_000)}<tr><td>deep</table>`,
      "deep",
    ],
    [
      "an element with 200,000 attributes",
      `<p ${Array.from({ length: 200_000 }, (_, at) => `x${at}`).join(" ")}>deep</p>`,
      "deep",
    ],
    ["a million less-than signs", `${"< ".repeat(1_000_000)}<p>deep`, "deep"],
    ["a quote that never closes", `<a href="${"x".repeat(500_000)}<p>deep</p>`, "deep"],
    ["comments that never close", `deep${"<!--".repeat(200_000)}`, "deep"],
    ["200,000 scripts that never close", `deep${"<script>".repeat(200_000)}`, "deep"],
    ["a navigation that never closes", `${"<div>".repeat(2_000)}<nav>deep &eacute;t&eacute;`, "deep été"],
    ["many paragraphs with entities", "<p>a &lt; b</p>".repeat(100_000), "a < b\n\na < b"],
  ])("%s", async (_, html, expected) => {
    expect((await extract(html, "text/html")).text).toContain(expected);
  });

  test("a page too large for a tree keeps its title and blocks", async () => {
    const head = '<title>Big &amp; wide</title><nav>Menu</nav><script>"<p>no</p>"</script>';
    const html = `${head}${"<p>one <b>two</b></p><table><tr><td>a<td>b</table>".repeat(20_000)}`;
    const { text, title, strategy } = await extract(html, "text/html");
    expect(strategy).toBe("html-scan");
    expect(title).toBe("Big & wide");
    expect(text.startsWith("one two\n\na\tb\n\none two")).toBe(true);
  });
});
