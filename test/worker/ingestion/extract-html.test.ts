import { describe, expect, test } from "vitest";
import { extract } from "../../support/documents/extract.ts";
import { ARTICLE_HTML } from "../../support/documents/pages.ts";

describe("an article", () => {
  test("gives blocks with blank lines between, entities decoded, white space collapsed", async () => {
    const { text, strategy, title, pages } = await extract(ARTICLE_HTML, "text/html");
    expect(strategy).toBe("html-readability");
    expect(title).toBe("Otters return & thrive");
    expect(pages).toEqual([]);
    expect(text).toContain("otters live in the lower river again, wardens said on Monday. They counted eleven animals");
    expect(text).toContain("at a cost of €38 million. Fish came back first");
    expect(text).toContain(
      "feed on them — herons, kingfishers, and now otters 🦦.\n\nWhat comes next\n\nA census every spring\nTwo new passages under the road",
    );
    expect(text).toContain("Year\tOtters\n2023\t4\n2024\t11");
    expect(text).toContain("count  = 11\nyoung  =  3");
  });

  test("leaves out navigation, scripts and styles, in the text", async () => {
    const { text } = await extract(ARTICLE_HTML, "text/html; charset=utf-8");
    for (const unwanted of ["Home", "not text", "color: red", "<"]) expect(text).not.toContain(unwanted);
  });
});

test("a page whose article would lose most of its prose is read whole", async () => {
  const box = (at: number): string => `<div class="sidebar"><p>Box ${at}: a remark that stands beside the text, and matters.</p></div>`;
  const boxes = Array.from({ length: 20 }, (_, at) => box(at)).join("");
  const html = `<body><div><p>${"The text itself, with commas, goes on. ".repeat(8)}</p></div>${boxes}</body>`;
  const { text } = await extract(html, "text/html");
  for (let at = 0; at < 20; at += 1) expect(text).toContain(`Box ${at}: a remark`);
});

test("a fragment without html, head or body is read", async () => {
  expect((await extract("<title>T</title>loose <i>words</i><p>a<p>b", "text/html")).text).toBe("loose words\n\na\n\nb");
});

describe("hostile markup gives a text within a test's time", () => {
  test.each([
    ["200,000 open elements", `${"<div>".repeat(200_000)}deep`, "deep"],
    ["100,000 nested and closed elements", `${"<b>".repeat(100_000)}deep${"</b>".repeat(100_000)}`, "deep"],
    ["a list in a list in a list", `${"<ul><li>".repeat(50_000)}deep`, "deep"],
    ["an element with 200,000 attributes", `<p ${Array.from({ length: 200_000 }, (_, at) => `x${at}`).join(" ")}>deep</p>`, "deep"],
    ["a million less-than signs", `${"< ".repeat(1_000_000)}<p>deep`, "deep"],
    ["a quote that never closes", `<a href="${"x".repeat(500_000)}<p>deep</p>`, "deep"],
    ["comments that never close", `deep${"<!--".repeat(200_000)}`, "deep"],
    ["200,000 scripts that never close", `deep${"<script>".repeat(200_000)}`, "deep"],
    ["a navigation that never closes", `${"<div>".repeat(2_000)}<nav>deep &eacute;t&eacute;`, "deep été"],
    ["many paragraphs with entities", "<p>a &lt; b</p>".repeat(100_000), "a < b\n\na < b"],
  ])("%s", async (_, html, expected) => {
    expect((await extract(html, "text/html")).text).toContain(expected);
  });

  test("a page too large for a tree keeps its title and its blocks", async () => {
    const head = '<title>Big &amp; wide</title><nav>Menu</nav><script>"<p>no</p>"</script>';
    const html = `${head}${"<p>one <b>two</b></p><table><tr><td>a<td>b</table>".repeat(20_000)}`;
    const { text, title, strategy } = await extract(html, "text/html");
    expect(strategy).toBe("html-scan");
    expect(title).toBe("Big & wide");
    expect(text.startsWith("one two\n\na\tb\n\none two")).toBe(true);
  });
});
