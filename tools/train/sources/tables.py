"""Table rows: questions about one cell, in four layouts of a table."""

import csv
import gettext
import json
import random
import re
import xml.etree.ElementTree as xml
from dataclasses import dataclass

from examples import Item
from sources.table_words import ABSENT, ASKED, COLUMNS, KEYS, LANGUAGES, REVERSED, STATES, TEAMS


@dataclass
class Table:
    header: list
    rows: list
    language: int
    # Column names of `COLUMNS`, or None for tables with columns of their own.
    columns: list | None = None
    title: str = ""
    absent: tuple = ()


class Tables:
    def __init__(self, docs, csv_folder, seed):
        self.chance = random.Random(seed)
        self.real = [*self.countries(docs), self.elements(docs), *self.files(csv_folder)]

    def countries(self, docs):
        folder = f"{docs}/iso-codes/usr/share"
        countries = json.load(open(f"{folder}/iso-codes/json/iso_3166-1.json"))["3166-1"]
        currencies = json.load(open(f"{folder}/iso-codes/json/iso_4217.json"))["4217"]
        headers = ("Country", "Land", "Pays", "País", "Страна", "国家")
        money = ("Currency", "Währung", "Monnaie", "Moneda", "Валюта", "货币")
        for number, language in enumerate(LANGUAGES):
            code = "zh_CN" if language == "zh" else language
            say = lambda domain: gettext.translation(
                domain, f"{folder}/locale", [code], fallback=True
            ).gettext
            name, coin = say("iso_3166-1"), say("iso_4217")
            rows = [
                [name(c.get("common_name", c["name"])), c["alpha_2"], c["alpha_3"], c["numeric"]]
                for c in countries
            ]
            yield Table([headers[number], "Alpha-2", "Alpha-3", "Numeric"], rows, number, absent=ABSENT)
            rows = [[coin(c["name"]), c["alpha_3"], c["numeric"]] for c in currencies]
            yield Table([money[number], "Code", "Numeric"], rows, number)

    def elements(self, docs):
        wanted = (
            "atomicNumber",
            "mass",
            "boilingpoint",
            "meltingpoint",
            "period",
            "group",
            "electronegativityPauling",
            "discoveryDate",
            "discoverers",
        )
        names = (
            "Atomic number",
            "Mass",
            "Boiling point (K)",
            "Melting point (K)",
            "Period",
            "Group",
            "Electronegativity",
            "Discovered",
            "Discoverers",
        )
        rows = []
        for atom in (
            xml.parse(f"{docs}/bodr/usr/share/bodr/elements.xml")
            .getroot()
            .iter("{http://www.xml-cml.org/schema}atom")
        ):
            values = {}
            for part in atom:
                key = part.get("dictRef", "").split(":")[-1]
                values[key] = part.get("value") or (part.text or "").strip()
            if values.get("atomicNumber", "0") != "0":
                rows.append([values.get("name", ""), *(values.get(key, "") for key in wanted)])
        return Table(["Element", *names], rows, 0)

    def files(self, folder):
        with open(f"{folder}/airports.csv") as file:
            rows = [[r[1], r[0], r[2], r[3]] for r in list(csv.reader(file))[1:]]
        yield Table(["Airport", "Code", "City", "State"], rows, 0)
        cars = json.load(open(f"{folder}/cars.json"))
        keys = ("Name", "Miles_per_Gallon", "Cylinders", "Horsepower", "Weight_in_lbs", "Year", "Origin")
        yield Table(
            [k.replace("_", " ") for k in keys],
            [[str(car[k])[:10] if k == "Year" else str(car[k] or "") for k in keys] for car in cars],
            0,
        )

    def made_up(self):
        chance, language = self.chance, self.chance.randrange(len(LANGUAGES))
        columns = chance.sample(list(COLUMNS), chance.randint(2, 5))
        keys = chance.sample(KEYS[1][language], min(len(KEYS[1][language]), chance.randint(3, 10)))
        header = [KEYS[0][language], *(COLUMNS[c][0][language] for c in columns)]
        rows = [[key, *(self.value(column, language) for column in columns)] for key in keys]
        return Table(header, rows, language, columns)

    def value(self, column, language):
        chance = self.chance
        day, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(2019, 2027)
        date = chance.choice(
            (f"{year}-{month:02}-{day:02}", f"{day:02}.{month:02}.{year}", f"{month}/{day}/{year}")
        )
        money = chance.choice(
            (
                f"{chance.randint(2, 900)},{chance.randint(0, 99):02} €",
                f"${chance.randint(2, 900)}.{chance.randint(0, 99):02}",
                f"{chance.randint(1, 90)}.{chance.randint(100, 999)}",
                f"{chance.randint(5, 9000)} EUR",
            )
        )
        hours = (
            ("h", "min", "days"),
            ("Std.", "Min.", "Tage"),
            ("h", "min", "jours"),
            ("h", "min", "días"),
            ("ч", "мин", "дней"),
            ("小时", "分钟", "天"),
        )[language]
        makers = f"{chance.choice('ABCDEFGKLMNRST')}{chance.choice(('orvex', 'altec', 'inden', 'ubika', 'elmo', 'arden', 'ontra', 'ystem', 'enko'))} {chance.choice(('GmbH', 'Ltd', 'SA', 'AG', 'Inc.', 'Co.'))}"
        return {
            "price": money,
            "budget": f"{chance.randint(1, 90) * 500} €",
            "stock": str(chance.randint(0, 480)),
            "due": date,
            "start": chance.choice((date, f"{chance.randint(7, 19):02}:{chance.choice((0, 15, 30, 45)):02}")),
            "room": chance.choice(
                (
                    f"{chance.randint(0, 5)}.{chance.randint(1, 40):02}",
                    f"{chance.choice('ABCDE')}{chance.randint(100, 420)}",
                )
            ),
            "team": chance.choice(TEAMS[language]),
            "status": chance.choice(STATES[language]),
            "weight": f"{chance.randint(1, 90)},{chance.randint(0, 9)} kg",
            "duration": f"{chance.randint(1, 90)} {chance.choice(hours)}",
            "number": f"{chance.choice('ABKRTX')}-{chance.randint(1000, 99999)}",
            "phone": str(chance.randint(100, 9999)),
            "version": f"{chance.randint(0, 14)}.{chance.randint(0, 22)}.{chance.randint(0, 9)}",
            "supplier": makers,
        }[column]

    def draw(self):
        """A table and some of its rows."""
        if self.chance.random() < 0.68:
            return self.made_up()
        source = self.chance.choice(self.real)
        count = self.chance.randint(3, 9)
        first = self.chance.randrange(len(source.rows) - count)
        rows = (
            source.rows[first : first + count]
            if self.chance.random() < 0.5
            else self.chance.sample(source.rows, count)
        )
        keep = sorted(
            self.chance.sample(
                range(1, len(source.header)), min(len(source.header) - 1, self.chance.randint(2, 5))
            )
        )
        pick = lambda row: [row[0], *(row[k] for k in keep)]
        return Table(pick(source.header), [pick(row) for row in rows], source.language, absent=source.absent)

    def items(self, count):
        while count:
            item = self.item(self.draw())
            if item:
                count -= 1
                yield item

    def item(self, table):
        chance = self.chance
        row, column = chance.randrange(len(table.rows)), chance.randrange(1, len(table.header))
        key, value = table.rows[row][0], table.rows[row][column]
        text, cells = self.write(table)
        if not key or not value:
            return None
        dice = chance.random()
        if dice < 0.5:
            return Item("table-cell", self.ask(table, column, key), text, *cells[row, column])
        if dice < 0.58:
            if sum(r[column] == value for r in table.rows) > 1:
                return None
            question = REVERSED[table.language].format(h=table.header[column], v=value)
            return Item("table-key", question, text, *cells[row, 0])
        return self.unanswered(table, text, column, key)

    def unanswered(self, table, text, column, key):
        chance = self.chance
        if table.absent and chance.random() < 0.6:
            return Item("table-none", chance.choice(table.absent).format(k=key), text)
        if table.columns and chance.random() < 0.55:
            other = chance.choice([c for c in COLUMNS if c not in table.columns])
            return Item(
                "table-none",
                self.ask_column(other, key, table.language, COLUMNS[other][0][table.language]),
                text,
            )
        keys = [r[0] for r in table.rows]
        source = (
            KEYS[1][table.language]
            if table.columns
            else [r[0] for s in self.real if s.header[0] == table.header[0] for r in s.rows]
        )
        other = chance.choice(source)
        return (
            Item("table-none", self.ask(table, column, other), text) if other and other not in keys else None
        )

    def ask(self, table, column, key):
        name = table.columns[column - 1] if table.columns else None
        return self.ask_column(name, key, table.language, table.header[column])

    def ask_column(self, name, key, language, header):
        asked = self.chance.randrange(len(LANGUAGES)) if self.chance.random() < 0.12 else language
        if name and (self.chance.random() < 0.6 or asked != language):
            question = COLUMNS[name][1][asked].format(k=key)
        else:
            question = self.chance.choice(ASKED)[asked].format(h=header, k=key)
        return question.rstrip("?？") if self.chance.random() < 0.2 else question

    def write(self, table):
        """The text of the table, and the place of each cell in it."""
        layout = self.chance.choice(("markdown", "markdown", "bars", "named", "named lines", "separated"))
        text = self.chance.choice(
            ("", "", f"{table.header[0]} – {table.header[-1]}\n", f"{table.title}\n" if table.title else "")
        )
        cells = {}
        mark = self.chance.choice((",", ";", "\t"))
        if layout in ("markdown", "bars"):
            text += f"| {' | '.join(table.header)} |\n"
            if layout == "markdown":
                text += f"|{' --- |' * len(table.header)}\n"
        elif layout == "separated":
            text += mark.join(table.header) + "\n"
        for number, row in enumerate(table.rows):
            for column, cell in enumerate(row):
                if layout in ("markdown", "bars"):
                    text += "| "
                elif layout.startswith("named"):
                    between = "; " if layout == "named" else "\n"
                    text += ("" if column == 0 else between) + f"{table.header[column]}: "
                elif column:
                    text += mark
                cells[number, column] = (len(text), len(text) + len(cell))
                text += cell + (" " if layout in ("markdown", "bars") else "")
            text += "|\n" if layout in ("markdown", "bars") else "\n\n" if layout == "named lines" else "\n"
        return re.sub(r"\s+$", "", text), cells
