import MarkdownIt from "markdown-it";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { makeArtifacts } from "../../../src/ingestion/artifacts/make-artifacts.ts";
import { extract } from "../../support/fixtures/documents/extract.ts";
import { ARTICLE_HTML } from "../../support/fixtures/documents/article-html.ts";

/** Returns the artifacts of a file. */
async function made(
  content: string | Uint8Array,
  contentType: string,
  name?: string,
): Promise<{ markdown: string; html: string }> {
  const artifacts = await makeArtifacts(await extract(content, contentType, name));
  const length = artifacts?.head.markdown?.bytes ?? 0;
  const [markdown, html] = [artifacts?.bytes.subarray(0, length), artifacts?.bytes.subarray(length)].map(
    (bytes) => new TextDecoder().decode(bytes ?? new Uint8Array()),
  );
  return { markdown: markdown!, html: html! };
}

/** Returns the visible words without the separators between them. */
function wordsOf(html: string): string {
  return (parseHTML(html).document.querySelector("body")?.textContent ?? "").replace(/\s+/g, " ").trim();
}

const asHtml = (markdown: string): string =>
  `<html><body>${new MarkdownIt({ html: true }).render(markdown)}</body></html>`;

const PLAIN = [
  "# no heading",
  "1. no item",
  "- nor this *one*, with snake_case_names and __main__",
  "| no | table |",
  "| --- | --- |",
  "",
  "    no code `here` <b>bold</b> &amp; [link](x) <https://a.example> ~~gone~~ \\*",
  "===",
  "> no quote",
  "a < b & c > d",
].join("\n");

describe("plain text", () => {
  test("plain text with any characters is readable in Markdown and HTML, line by line", async () => {
    const { markdown, html } = await made(PLAIN, "text/plain");
    const words = PLAIN.replace(/\s+/g, " ").trim();
    expect(wordsOf(html)).toBe(words);
    expect(wordsOf(asHtml(markdown))).toBe(words);
    for (const page of [html, asHtml(markdown)])
      expect(page).not.toMatch(/<(?:h1|li|table|b|code|blockquote|a|del)[ >]/);
    expect(html.match(/<p>/g)).toHaveLength(2);
  });

  test("plain text is safe in its title and in code", async () => {
    const { markdown, html } = await made("const a = '</code><script>';\n```\n", "text/javascript", "a.js");
    expect(html).toContain("<pre><code>const a = '&lt;/code&gt;&lt;script&gt;';\n```\n</code></pre>");
    expect(markdown).toBe("````\nconst a = '</code><script>';\n```\n````\n");
    expect(
      (await made("<title></title><script>x</script>&lt;b&gt;</title><p>text", "text/html")).html,
    ).not.toMatch(/<script|<b>/);
  });
});

describe("text in the extractors' format", () => {
  const SHEET = "Name,Size\nKelp | brown,3\n<i>Otter</i>,11\n";

  test("a table in several groups of rows has its header once", async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `Boat ${at},${at}`).join("\n");
    const { markdown, html } = await made(`Name,Number\n${rows}\n`, "text/csv");
    expect(html.match(/<th>Name<\/th><th>Number<\/th>/g)).toHaveLength(1);
    expect([html.match(/<table>/g)?.length, html.match(/<td>Boat /g)?.length]).toEqual([1, 300]);
    expect(markdown.match(/\| --- \| --- \|/g)).toHaveLength(1);
    expect(markdown).toContain("| Boat 299 | 299 |");
  });

  test("the artifacts escape characters that would end a cell", async () => {
    const { markdown, html } = await made(SHEET, "text/csv");
    expect(html).toContain(
      "<thead>\n<tr><th>Name</th><th>Size</th></tr>\n</thead><tbody>\n<tr><td>Kelp | brown</td><td>3</td></tr>",
    );
    expect(html).toContain("<td>&lt;i&gt;Otter&lt;/i&gt;</td>");
    expect(markdown).toBe(
      "| Name | Size |\n| --- | --- |\n| Kelp \\| brown | 3 |\n| \\<i>Otter\\</i> | 11 |\n",
    );
    expect(asHtml(markdown)).toContain("<td>Kelp | brown</td>\n<td>3</td>");
    expect(asHtml(markdown)).toContain("<td>&lt;i&gt;Otter&lt;/i&gt;</td>");
  });

  test("the artifacts keep headings and nested lists", async () => {
    const rtf = String.raw`{\rtf1 {\pard\outlinelevel0 Tides\par}{\pard Low and high.\par}}`;
    expect((await made(rtf, "application/rtf")).html).toContain("<h1>Tides</h1>\n<p>Low and high.</p>\n");
    const { html } = await made('{"a":{"b":[1,2]},"title":"T"}', "application/json");
    expect(html).toMatch(/<ul>\n<li>.*<\/li><\/ul>/s);
  });
});

describe("HTML", () => {
  test("the artifacts keep headings, lists, tables, code and absolute links of HTML", async () => {
    const { html, markdown } = await made(ARTICLE_HTML, "text/html");
    expect(html).toMatch(/<h2>\s*What comes next\s*<\/h2>/);
    expect(html).toMatch(/<li>\s*A census every spring/);
    expect(html).toMatch(/<table>[^]*<t[hd]>\s*Year/);
    expect(markdown).toContain("## What comes next");
    expect(html).not.toMatch(/Home|color: red/);
  });

  test("the artifacts of HTML run nothing and load nothing", async () => {
    const page = `<body><h1 onclick=steal() style="background:url(http://a.example/x)">Title</h1><img src=http://a.example/p.png onerror=steal()>
      <p hidden>unseen</p><svg><script>steal()</script></svg><a href=" JavaScript:steal()">one</a> <a href="data:text/html,steal">two</a>
      <a href='https://b.example/?q="><script>steal()</script>'>three</a><form action=http://a.example><input value=steal></form>
      <link rel=stylesheet href=http://a.example/c.css><base href=http://a.example><meta http-equiv=refresh content="0;http://a.example">
      <td colspan=3 onload=steal()>cell</td><video src=http://a.example></video>&lt;script&gt;kept as text&lt;/script&gt;</body>`;
    for (const long of ["", "<i>".repeat(40_000)]) {
      const { html, markdown } = await made(page.replace("</h1>", `</h1>${long}`), "text/html");
      expect(html).toContain("one");
      expect(html).not.toMatch(
        /<(?:script|img|svg|form|input|link|base|video|iframe)|javascript:|data:|a\.example|\son\w+=|style=/i,
      );
      expect(html).toContain(
        'href="https://b.example/?q=%22%3E%3Cscript%3Esteal()%3C/script%3E" rel="noopener noreferrer nofollow"',
      );
      expect(html).toContain("&lt;script&gt;kept as text&lt;/script&gt;");
      expect(markdown).not.toMatch(/a\.example|(?<!\\)<script|!\[/);
    }
  });

  test("the artifacts close unclosed elements and ignore stray end tags", async () => {
    const { html } = await made(
      `${"<i>".repeat(40_000)}<ul><li>a<li>b</p></table></ul><p>c<p>d`,
      "text/html",
    );
    expect(html).toContain("<ul><li>a</li><li>b</li></ul><p>c</p><p>d</p>");
    expect(html.match(/<i>/g)?.length).toBe(html.match(/<\/i>/g)?.length);
  });
});

test("user-written Markdown keeps its structure, and its artifacts run and load nothing", async () => {
  const text =
    "# Plan\n\n- **one** <script>steal()</script>\n- ![picture](http://a.example/x.png) [x](javascript:steal()) [y](https://b.example)\n\n| a | b |\n| - | - |\n| 1 | 2 |\n";
  const { html, markdown } = await made(text, "text/markdown");
  expect(markdown).toBe(
    "# Plan\n\n- **one** \\<script>steal()\\</script>\n- picture \\[x\\](javascript:steal()) [y](https://b.example)\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n",
  );
  expect(html).toContain("<h1>Plan</h1>\n<ul>\n<li><strong>one</strong> &lt;script&gt;");
  expect(html).toContain('<a href="https://b.example">y</a>');
  expect(html).toContain("<th>a</th>");
  expect(html).not.toMatch(/<script|<img|a\.example|href="javascript/);
});

test("the service omits an artifact beyond the limit", async () => {
  const line = "a line of text that goes on & on\n";
  const artifacts = await makeArtifacts(
    await extract(line.repeat(Math.ceil(10_400_000 / line.length)), "text/plain"),
  );
  expect(artifacts).toBeNull();
  const code = await makeArtifacts(await extract("a&&b;\n".repeat(1_000_000), "text/javascript", "a.js"));
  expect([code?.head.html, code?.head.markdown?.bytes]).toEqual([null, 6_000_008]);
});
