import { describe, expect, test } from "vitest";
import { extract } from "../support/fixtures/documents/extract.ts";

const PROSE =
  "The harbor master keeps a ledger of every ship that enters the port, and of the tolls that its captain paid. ";
const LONG = `<p>${PROSE.repeat(6)}</p>`.repeat(2);
const textOf = async (html: string): Promise<string> => (await extract(html, "text/html")).text;

describe("the extractor reads the whole page if it lacks the optional tags html, head and body", () => {
  const said = "# Steel S1\n\n| Property | Value |\n| --- | --- |\n| Yield | 890 |\n\nSold in bars.";
  const content =
    "<h1>Steel S1</h1><table><tr><th>Property<th>Value<tr><td>Yield<td>890</table><p>Sold in bars.</p>";

  test.each([
    ["without html", `<!doctype html><head><title>S1</title></head><body>${content}</body>`],
    ["without head", `<!doctype html><html><title>S1</title><body>${content}</body></html>`],
    ["without the end of head, and without body", `<html><head><title>S1</title>${content}</html>`],
    ["with a head alone", `<head><meta charset="utf-8"><title>S1</title></head>${content}`],
    [
      "with text behind the end of html",
      `<html><head><title>S1</title></head><body></body></html>${content}`,
    ],
    [
      "with a style between head and body",
      `<head><title>S1</title></head><style>p{}</style><body bgcolor=white>${content}</body>`,
    ],
    ["too deep for a tree", `<head><title>S1</title></head><body>${"<div>".repeat(5_000)}${content}`],
  ])("%s", async (_, html) => {
    const { text, title } = await extract(html, "text/html");
    expect([text, title]).toEqual([said, "S1"]);
  });

  test("the extractor reads a page without html, head and body tags inside a message as a whole", async () => {
    const head =
      "From: a@example.org\r\nSubject: Quote\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
    const body =
      '<head><meta http-equiv="Content-Type" content="text/html"></head><body><p>The capstan costs 3,900 crowns.</p></body>';
    expect((await extract(head + body, "message/rfc822")).text).toContain("The capstan costs 3,900 crowns.");
  });
});

describe("citable content beside long paragraphs stays:", () => {
  test.each([
    [
      "a heading and a warning above the story",
      `<div class="top"><h1>Recall of winch W4</h1>Stop using winch W4: its pawl may break.</div><div class="story">${LONG}</div>`,
      ["# Recall of winch W4", "Stop using winch W4: its pawl may break."],
    ],
    [
      "a heading in a table that holds the page together",
      `<table><tr><td colspan=2><h1>Port of Marrow</h1></td></tr><tr><td><a href="/a">Home</a></td><td>${LONG}<p>Built in 1711.</p></td></tr></table>`,
      ["Port of Marrow", "Built in 1711."],
    ],
    [
      "the author and the title page of a book",
      `<div class="titlepage"><h1>Harbors</h1><div class="author"><h3>Ada Byron</h3></div><p class="pubdate">2 May 1843</p></div>${LONG}`,
      ["# Harbors", "### Ada Byron", "2 May 1843"],
    ],
    [
      "boxes beside the text",
      `${LONG}<div class="sidebar"><p>Tolls rise in June.</p></div><aside class="warning">Do not moor here.</aside><div class="footer"><p>Valid until 2030.</p></div>`,
      ["Tolls rise in June.", "Do not moor here.", "Valid until 2030."],
    ],
    [
      "a short reply above a long quotation",
      `<h1>A heading</h1>Some text<div>Yes</div><blockquote>${LONG}</blockquote>`,
      ["Some text", "Yes"],
    ],
    [
      "a section that a switch unfolds",
      `<h1>FAQ</h1><h2><button>Who pays?</button></h2><p>The captain.</p>`,
      ["## Who pays?"],
    ],
    ["an open dialog", `<dialog open><p>The port is closed.</p></dialog>${LONG}`, ["The port is closed."]],
    [
      "links that are the page",
      `<h1>Ports</h1><ul class="menu"><li><a href="/m">Marrow</a><li><a href="/s">Skerry</a></ul>`,
      ["Marrow", "Skerry"],
    ],
    [
      "the head of an entry",
      `<h1>Log</h1><header><h2><a href="/1">Storm</a></h2><a href="/ada">Ada</a></header>${LONG}`,
      ["## Storm", "Ada"],
    ],
    [
      "a page about cookies",
      `<div class="cookie-policy"><p>We bake cookies for captains.</p>${LONG}</div>`,
      ["We bake cookies for captains."],
    ],
    [
      "a page that a script shows",
      `<body hidden aria-hidden="true"><h1>Tolls</h1><p>41 crowns.</p></body>`,
      ["# Tolls", "41 crowns."],
    ],
  ])("%s", async (_, html, kept) => {
    const text = await textOf(html);
    for (const each of kept) expect(text).toContain(each);
  });
});

describe("the extractor removes menus, advertisements and cookie banners", () => {
  const links = (count: number): string =>
    Array.from({ length: count }, (_, at) => `<li><a href="/${at}">Menu ${at}</a></li>`).join("");

  test.each([
    ["a menu that its class names", `<h1>News</h1><div class="main-menu"><ul>${links(6)}</ul></div>${LONG}`],
    ["a menu above the title that nothing names", `<div><ul>${links(6)}</ul></div><h1>News</h1>${LONG}`],
    ["a menu by its role", `<h1>News</h1><ul role="menubar">${links(6)}</ul>${LONG}`],
    ["links at the foot", `<h1>News</h1>${LONG}<footer><h3>Menu</h3><ul>${links(9)}</ul></footer>`],
    [
      "links to other texts",
      `<h1>News</h1>${LONG}<aside class="related"><h3>Menu</h3><ul>${links(4)}</ul></aside>`,
    ],
    ["an advertisement", `<h1>News</h1><div class="ad-slot ad"><p>Menu: buy winches!</p></div>${LONG}`],
    [
      "a cookie banner",
      `<h1>News</h1>${LONG}<div id="cookie-consent"><p>Menu: this site uses cookies.</p><button>Accept</button></div>`,
    ],
  ])("%s", async (_, html) => {
    const text = await textOf(html);
    expect(text).not.toContain("Menu");
    expect(text).toMatch(/^# News\n\nThe harbor master/);
  });
});

describe("the extractor reads content that browsers show from other parts of the markup:", () => {
  test.each([
    [
      "a declarative shadow root",
      '<fee-card><template shadowrootmode="open"><p>73 crowns</p><slot></slot></template></fee-card>',
      "73 crowns",
    ],
    [
      "a document that a frame carries",
      '<iframe srcdoc="&lt;p&gt;73 &amp;amp; more crowns&lt;/p&gt;"></iframe>',
      "73 & more crowns",
    ],
    [
      "the labels of a drawing",
      "<svg><title>no</title><g><text x=1>73 <tspan>crowns</tspan></text></g></svg>",
      "73 crowns",
    ],
  ])("%s", async (_, markup, said) => {
    const deep = "<div>".repeat(5_000);
    expect(
      await Promise.all([textOf(`<p>a</p>${markup}<p>b`), textOf(`${deep}<p>a</p>${markup}<p>b`)]),
    ).toEqual(Array.from({ length: 2 }, () => `a\n\n${said}\n\nb`));
  });

  test("the text omits other templates, and an unclosed drawing hides nothing after it", async () => {
    expect(await textOf("<p>a</p><template><p>no</p></template><p>b")).toBe("a\n\nb");
    expect(await textOf("<p>a</p><svg><text>x<p>b</p><math><mi>y")).toContain("b");
  });
});
