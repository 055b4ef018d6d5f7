"""Turns HTML and Mallard pages into blocks: headings, paragraphs, lists and tables."""

import re
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from html.parser import HTMLParser

SKIPPED = {"script", "style", "nav", "header", "footer", "head", "select", "button", "noscript"}
SKIPPED_CLASSES = {
    "navheader",
    "navfooter",
    "toc",
    "sphinxsidebar",
    "related",
    "footer",
    "header",
    "headerlink",
    "footnotes",
    "index",
    "contents",
    "langs",
    "toplang",
    "bottomlang",
    "up",
    "copyright",
}
VOID = {"br", "img", "hr", "input", "meta", "link", "col", "area", "base", "wbr", "embed"}
HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
LISTS = {"ul", "ol", "dl"}
BREAKS = {"p", "div", "section", "article", "blockquote", "pre", "dt", "dd", "li", "td", "th", "tr"}


@dataclass
class Block:
    kind: str
    text: str = ""
    level: int = 0
    items: list = field(default_factory=list)
    ordered: bool = False


def squeeze(text):
    return " ".join(text.split())


class HtmlPage(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.blocks, self.text = [], []
        self.skip = None
        self.depth = 0
        self.heading = None
        self.lists = []
        self.list_block = None
        self.table = None
        self.preformatted = False

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            if tag == "br":
                self.text.append("\n" if self.preformatted else " ")
            return
        self.depth += 1
        if self.skip is not None:
            return
        classes = set((dict(attributes).get("class") or "").split())
        if tag in SKIPPED or classes & SKIPPED_CLASSES:
            self._flush()
            self.skip = (tag, self.depth)
        elif tag in HEADINGS:
            self._flush()
            self.heading = HEADINGS[tag]
        elif tag in LISTS:
            self._flush()
            if not self.lists:
                self.list_block = Block("list", ordered=tag == "ol")
            self.lists.append(tag)
        elif tag == "table" and not self.lists:
            self._flush()
            self.table = self.table or Block("table")
        elif tag == "tr" and self.table:
            self._flush()
            self.table.items.append([])
        elif tag in ("td", "th") and self.table:
            self.text = []
        elif tag in ("li", "dt") and self.lists:
            self._flush()
            self.list_block.items.append("")
        elif tag in BREAKS or tag in HEADINGS:
            self._flush()
            self.preformatted = tag == "pre"

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if self.skip is not None:
            if tag == self.skip[0] and self.depth <= self.skip[1]:
                self.skip = None
            self.depth -= 1
            return
        self.depth -= 1
        if tag in HEADINGS:
            self._flush()
            self.heading = None
        elif tag in ("td", "th") and self.table:
            if self.table.items:
                self.table.items[-1].append(squeeze("".join(self.text)))
            self.text = []
        elif tag == "table" and self.table:
            self._add(self.table)
            self.table, self.text = None, []
        elif tag in LISTS and self.lists:
            self._flush()
            self.lists.pop()
            if not self.lists:
                self.list_block.items = [item for item in self.list_block.items if item]
                self._add(self.list_block)
                self.list_block = None
        elif tag in BREAKS:
            self._flush()
            self.preformatted = False

    def handle_data(self, data):
        if self.skip is None:
            self.text.append(data)

    def _flush(self):
        if self.table:
            return
        text = squeeze("".join(self.text))
        self.text = []
        if not text:
            return
        if self.heading:
            self._add(Block("heading", clean_heading(text), self.heading))
        elif self.lists and self.list_block.items:
            last = self.list_block.items[-1]
            joined = (
                ": "
                if self.lists[-1] == "dl" and last and not last.endswith(":") and ": " not in last
                else " "
            )
            self.list_block.items[-1] = f"{last}{joined}{text}" if last else text
        else:
            self._add(Block("paragraph", text))

    def _add(self, block):
        if block.text or block.items:
            self.blocks.append(block)


def clean_heading(text):
    text = text.replace("¶", "").strip()
    return re.sub(
        r"^((Chapter|Appendix|Kapitel|Глава|Chapitre|Capítulo)\s+)?([0-9A-Z]?[0-9]*\.)*[0-9A-Z]?[0-9]*\.[\s\u00a0]+",
        "",
        text,
    ).strip()


def read_html(text):
    page = HtmlPage()
    page.feed(text)
    page.close()
    return page.blocks


def read_mallard(text):
    """Blocks of a Mallard page; the page's style (task, problem, question) comes first."""
    root = xml.fromstring(text)
    blocks = []
    walk_mallard(root, blocks, 1)
    return root.get("style", ""), blocks


def local(element):
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def words(element):
    """The running text of an element without its nested lists."""
    parts = [element.text or ""]
    for child in element:
        if local(child) not in ("steps", "list", "media", "table", "code", "screen", "title"):
            parts.append(words(child))
        parts.append(child.tail or "")
    return squeeze(" ".join(parts) if local(element) in ("item", "note") else "".join(parts))


def walk_mallard(element, blocks, level):
    for child in element:
        name = local(child)
        if name == "title":
            blocks.append(Block("heading", words(child), level))
        elif name == "p":
            blocks.append(Block("paragraph", words(child)))
        elif name in ("steps", "list"):
            items = [
                squeeze(" ".join(words(p) for p in item.iter() if local(p) == "p"))
                for item in child
                if local(item) == "item"
            ]
            blocks.append(Block("list", items=[i for i in items if i], ordered=name == "steps"))
        elif name == "terms":
            for item in child:
                title = next((words(t) for t in item if local(t) == "title"), "")
                text = squeeze(" ".join(words(p) for p in item if local(p) == "p"))
                if title and text:
                    blocks.append(Block("paragraph", f"{title}: {text}"))
        elif name == "table":
            rows = [
                [words(cell) for cell in row if local(cell) in ("td", "th")]
                for row in child.iter()
                if local(row) == "tr"
            ]
            # Cells of Mallard hold paragraphs.
            blocks.append(Block("table", items=[row for row in rows if any(row)]))
        elif name == "section":
            walk_mallard(child, blocks, level + 1)
        elif name in ("note", "div", "comment", "if", "choose", "when", "quote"):
            walk_mallard([c for c in child if local(c) != "title"], blocks, level)
