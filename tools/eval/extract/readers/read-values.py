"""Reads a file with nothing but Python's standard library, as a reference: read-values.py KIND FILE.
Prints JSON: {"text": ..., "places": {...} or null}. KIND: mail, mailbox, delimited, json, xml, captions, calendar, parts."""

import csv
import email
import email.policy
import html.parser
import io
import json
import re
import sys
import xml.etree.ElementTree
import zipfile


def decoded(data):
    for name in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "cp1252", "latin-1"):
        try:
            return data.decode(name)
        except UnicodeDecodeError:
            continue
    return ""


class Visible(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.parts, self.hidden = [], 0

    def handle_starttag(self, tag, attrs):
        self.hidden += tag in ("script", "style", "head")
        self.parts.append(" ")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style", "head")
        self.parts.append(" ")

    def handle_data(self, data):
        if self.hidden <= 0:
            self.parts.append(data)


def visible(text):
    reader = Visible()
    reader.feed(text)
    return "".join(reader.parts)


def mail(data):
    message = email.message_from_bytes(data, policy=email.policy.default)
    texts = [""]
    for kind in ("plain", "html"):
        body = message.get_body(preferencelist=(kind,))
        if body is not None:
            texts.append(body.get_content() if kind == "plain" else visible(body.get_content()))
    # Of several ways to write a message, the one that says most: addresses of links say nothing.
    text = max(texts, key=lambda each: len(re.findall(r"\w+", re.sub(r"https?://\S+", "", each))))
    return str(message["subject"] or "") + "\n" + text, None


def mailbox(data):
    """Messages behind lines "From SENDER DATE", one after the other."""
    messages = re.split(rb"(?m)^From [^\r\n]*\d{2}:\d{2}[^\r\n]*\r?\n", data)
    return "\n".join(mail(each)[0] for each in messages if each.strip()), None


def delimited(data):
    text = decoded(data)
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t|", key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    places, rows, line = {}, [], 1
    for row in reader:
        places["line:%d" % line] = " ".join(row)
        line = reader.line_num + 1
        rows.append(" ".join(row))
    return "\n".join(rows), places


def flat(value):
    """What a list holds, where none of it has a name of its own; else None."""
    if isinstance(value, dict):
        return None
    if not isinstance(value, list):
        return [value]
    members = [flat(member) for member in value]
    return None if None in members else [each for member in members for each in member]


def leaves(value, key, out):
    if isinstance(value, dict):
        for name, member in value.items():
            leaves(member, name, out)
        return
    values = flat(value)
    if values is None:
        for member in value:
            leaves(member, key, out)
        return
    shown = (str(each).lower() if isinstance(each, bool) else str(each) for each in values if each is not None)
    out.append(" ".join([key, *shown]))


def values(data):
    """A line for each name, with its value or values."""
    out = []
    leaves(json.loads(decoded(data), parse_float=str, parse_int=str), "", out)
    return "\n".join(out), None


def units(element, out):
    """A line for each attribute and each text: of an element that holds words beside elements, all that is in it."""
    out.extend(" ".join(value.split()) for value in element.attrib.values())
    tails = [child.tail for child in element] if len(element) > 0 else []
    if any((text or "").strip() for text in [element.text, *tails]):
        out.append(" ".join(" ".join(element.itertext()).split()))
    else:
        for child in element:
            units(child, out)


def markup(data):
    out = []
    units(xml.etree.ElementTree.fromstring(data), out)
    return "\n".join(out), None


PARTED = {"p", "h", "v", "pt", "tab", "br", "s", "line-break", "date", "time"}
ABOUT = re.compile(r"^(?:meta|settings|docProps/.*|META-INF/.*|customXml/.*)\.xml$")


def parts(data):
    """All words that stand in the parts of an Office file, in no order that matters."""
    out = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if not name.endswith(".xml") or ABOUT.match(name):
                continue
            try:
                root = xml.etree.ElementTree.fromstring(archive.read(name))
            except xml.etree.ElementTree.ParseError:
                continue
            gather(root, out)
            out.append("\n")
    return "".join(out), None


def gather(element, out):
    # How numbers are shown says signs of currencies and units.
    if isinstance(element.tag, str) and "datastyle" in element.tag:
        return
    out.append(element.text or "")
    for child in element:
        gather(child, out)
        if isinstance(child.tag, str) and child.tag.rsplit("}", 1)[-1] in PARTED:
            out.append("\n")
        out.append(child.tail or "")


TIMES = re.compile(r"^(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s+-->\s")


def captions(data):
    places, texts = {}, []
    for block in re.split(r"\n\s*\n", decoded(data).replace("\r\n", "\n").replace("\r", "\n")):
        lines = block.strip("\n").split("\n")
        at = next((n for n, line in enumerate(lines) if TIMES.match(line)), None)
        if at is None:
            continue
        h, m, s, ms = TIMES.match(lines[at]).groups()
        start = int(h or 0) * 3600 + int(m) * 60 + int(s) + int(ms.ljust(3, "0")) / 1000
        text = visible(" ".join(lines[at + 1 :]))
        key = "time:%.3f" % start
        places[key] = places.get(key, "") + " " + text
        texts.append(text)
    return "\n".join(texts), places


def calendar(data):
    text = re.sub(r"\r?\n[ \t]", "", decoded(data))
    out = []
    for line in text.splitlines():
        match = re.match(r"(SUMMARY|DESCRIPTION|LOCATION|COMMENT)(?:;[^:]*)?:(.*)", line, re.I)
        if match:
            out.append(re.sub(r"\\(.)", lambda found: " " if found[1] in "nN" else found[1], match[2]))
    return "\n".join(out), None


READERS = {
    "mail": mail,
    "mailbox": mailbox,
    "delimited": delimited,
    "json": values,
    "xml": markup,
    "captions": captions,
    "calendar": calendar,
    "parts": parts,
}

with open(sys.argv[2], "rb") as file:
    text, places = READERS[sys.argv[1]](file.read())
json.dump({"text": text, "places": places}, sys.stdout)
