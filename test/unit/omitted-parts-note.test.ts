import { describe, expect, test } from "vitest";
import { extract, refusal } from "../support/fixtures/documents/extract.ts";

const noteOf = async (html: string): Promise<string> => (await extract(html, "text/html")).note ?? "";
const LONG = `<p>${"The harbor keeps a ledger of every ship. ".repeat(20)}</p>`;

describe("the note reports visible parts of a page that were not read:", () => {
  test.each([
    [
      "pages in frames",
      '<frameset><frame src="a.html"><frame src="b.html"></frameset><noframes>Use a browser with frames.</noframes>',
      "This page shows 2 other pages in frames, which are not in the file and were not read.",
    ],
    [
      "the page that a short one shows",
      '<p>Tolls</p><iframe src="https://example.org/"></iframe>',
      "This page shows 1 other page in frames",
    ],
    [
      "embedded files",
      `${LONG}<object data="tolls.pdf"></object><embed src="b.pdf">`,
      "2 embedded files of this page were not read.",
    ],
    [
      "what scripts make",
      '<div id="root">Loading</div><script src="app.js"></script>',
      "Scripts create most of this page",
    ],
    [
      "what scripts draw",
      '<p>Tolls</p><canvas id="c"></canvas><script>draw()</script>',
      "The service did not read words that scripts draw on this page.",
    ],
  ])("%s", async (_, html, note) => expect(await noteOf(html)).toContain(note));

  test.each([
    [
      "advertisements and films amid a text",
      `${LONG}<iframe src="https://example.org/film"></iframe><canvas></canvas>`,
    ],
    ["scripts beside a text", `<div id="root">${LONG}</div><script src="app.js"></script>`],
    ["documents that frames carry, which are read", '<p>Tolls</p><iframe srcdoc="&lt;p&gt;41"></iframe>'],
    [
      "a menu that is no element of its own",
      `<h1>Tolls</h1><div class="main-menu">${Array.from({ length: 20 }, (_, at) => `<p><a href="/${at}">The place of menu number ${at} here</a> </p>`).join("")}</div>${LONG}`,
    ],
    ["menus, pictures and scripts", '<nav>Menu</nav><p>Tolls</p><img src="a.png"><script>let a</script>'],
  ])("the note does not report %s", async (_, html) => expect(await noteOf(html)).toBe(""));

  test("the extractor rejects a page of framesets and gives that reason", async () => {
    expect((await refusal('<frameset><frame src="a.html"></frameset>', "text/html")).reason).toBe(
      "This page holds no text of its own. This page shows 1 other page in frames, which are not in the file and were not read.",
    );
  });
});
