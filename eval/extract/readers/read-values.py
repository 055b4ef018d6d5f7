"""Reads a file with nothing but Python's standard library, as a reference: read-values.py KIND FILE.
Prints JSON: {"text": ..., "places": {...} or null}. KIND: mail, delimited, json, xml, captions, calendar."""

import csv
import email
import email.policy
import html.parser
import io
import json
import re
import sys
import xml.etree.ElementTree


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
    body = message.get_body(preferencelist=("plain", "html"))
    text = ""
    if body is not None:
        text = body.get_content()
        if body.get_content_subtype() == "html":
            text = visible(text)
    return str(message["subject"] or "") + "\n" + text, None


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


def leaves(value, key, out):
    if isinstance(value, dict):
        for name, member in value.items():
            leaves(member, name, out)
    elif isinstance(value, list):
        for member in value:
            leaves(member, key, out)
    elif isinstance(value, bool) or value is None:
        out.append(key)
    elif isinstance(value, str):
        out.append(key + " " + value)
    else:
        out.append(key + " " + str(value))


def values(data):
    out = []
    leaves(json.loads(decoded(data), parse_float=str, parse_int=str), "", out)
    return "\n".join(out), None


def markup(data):
    root = xml.etree.ElementTree.fromstring(data)
    return " ".join(root.itertext()), None


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


READERS = {"mail": mail, "delimited": delimited, "json": values, "xml": markup, "captions": captions, "calendar": calendar}

with open(sys.argv[2], "rb") as file:
    text, places = READERS[sys.argv[1]](file.read())
json.dump({"text": text, "places": places}, sys.stdout)
