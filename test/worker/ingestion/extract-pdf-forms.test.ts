import { describe, expect, test } from "vitest";
import { extract } from "../../support/fixtures/documents/extract.ts";
import { drawn, drawnPdf } from "../../support/fixtures/documents/drawn-pdf.ts";

const PDF = "application/pdf";
const widget = (rest: string, rect: string): string =>
  `<< /Type /Annot /Subtype /Widget ${rest} /Rect [${rect}] >>`;
const note = (rest: string, rect: string): string => `<< /Type /Annot ${rest} /Rect [${rect}] >>`;

async function readForm(
  content: string,
  annotations: readonly string[],
  catalog = "",
): Promise<{ lines: string[]; note: string }> {
  const numbers = annotations.map((_, at) => `${7 + at} 0 R`).join(" ");
  const form = `/AcroForm << /Fields [${numbers}] /DA (/Helv 11 Tf) ${catalog} >>`;
  const read = await extract(
    drawnPdf({ content, page: `/Annots [${numbers}]`, catalog: form, objects: annotations }),
    PDF,
  );
  return { lines: read.text.split(/\n+/), note: read.note ?? "" };
}

describe("form field values stand beside their labels", () => {
  test("a text, a checked box, a choice by its display name, and typed text are beside their labels", async () => {
    const labels = drawn("Surname:", 60, 695) + drawn("Member:", 60, 655) + drawn("Country:", 60, 615);
    const { lines } = await readForm(labels, [
      widget("/FT /Tx /T (surname) /V (Wetherby)", "150 690 400 710"),
      widget("/FT /Btn /T (member) /V /Yes /AS /Yes", "150 650 165 665"),
      widget(
        "/FT /Ch /Ff 131072 /T (country) /Opt [[(no) (Norway)] [(is) (Iceland)]] /V (is)",
        "150 610 300 630",
      ),
      note(
        "/Subtype /FreeText /Contents (Typed onto the page: berth 12) /DA (/Helv 11 Tf)",
        "60 500 300 520",
      ),
      note("/Subtype /Text /Contents (Sticky remark about kelp)", "60 450 80 470"),
    ]);
    expect(lines).toEqual([
      "Surname: Wetherby",
      "Member: [x]",
      "Country: Iceland",
      "Typed onto the page: berth 12",
      "Sticky remark about kelp",
    ]);
  });

  test("unchecked boxes and undrawn labels are beside their fields", async () => {
    const { lines } = await readForm(drawn("Insured", 60, 655) + drawn("Berth", 60, 615), [
      widget("/FT /Btn /T (a) /V /Off /AS /Off /TU (Insured)", "150 650 165 665"),
      widget("/FT /Btn /T (b) /V /Yes /AS /Yes /TU (Winter berth)", "150 610 165 625"),
    ]);
    expect(lines).toEqual(["Insured [ ]", "Berth [x] Winter berth"]);
  });

  test("the chosen radio button is checked", async () => {
    const parent = "<< /FT /Btn /Ff 49152 /T (stay) /V /Week /Kids [7 0 R 8 0 R] >>";
    const off = "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 0 >>\nstream\n\nendstream";
    const bytes = drawnPdf({
      content: drawn("day", 60, 655) + drawn("week", 160, 655),
      page: "/Annots [7 0 R 8 0 R]",
      catalog: "/AcroForm << /Fields [9 0 R] >>",
      objects: [
        widget("/Parent 9 0 R /AS /Off /AP << /N << /Day 10 0 R /Off 10 0 R >> >>", "90 650 105 665"),
        widget("/Parent 9 0 R /AS /Week /AP << /N << /Week 10 0 R /Off 10 0 R >> >>", "200 650 215 665"),
        parent,
        off,
      ],
    });
    expect((await extract(bytes, PDF)).text).toBe("day [ ] week [x]");
  });

  test("the text has multi-line values, and no passwords and hidden fields", async () => {
    const { lines } = await readForm(drawn("Remarks", 60, 700), [
      widget("/FT /Tx /Ff 4096 /T (remarks) /V (First line.\\nSecond line.)", "60 600 400 680"),
      widget("/FT /Tx /Ff 8192 /T (secret) /V (open sesame)", "60 550 400 570"),
      widget("/FT /Tx /F 2 /T (hidden) /V (unseen)", "60 500 400 520"),
    ]);
    expect(lines.join(" ")).toBe("Remarks First line. Second line.");
  });

  test("a page with only a filled field is no scan", async () => {
    expect(
      (await readForm("", [widget("/FT /Tx /T (a) /V (tx annotation)", "60 600 400 620")])).lines,
    ).toEqual(["tx annotation"]);
  });
});

describe("annotations", () => {
  test("notes follow the page, without links, popups and drawn words", async () => {
    const { lines } = await readForm(
      drawn("The fee is due in May.", 60, 700) + drawn("Later terms.", 60, 600),
      [
        note(
          "/Subtype /Highlight /Contents (Check the month) /QuadPoints [60 710 170 710 60 698 170 698]",
          "60 698 170 710",
        ),
        note(
          "/Subtype /Highlight /Contents (fee is due) /QuadPoints [60 710 170 710 60 698 170 698]",
          "60 698 170 710",
        ),
        note("/Subtype /Link /Contents (A tip of the link)", "60 698 170 710"),
        note("/Subtype /Popup /Contents (Check the month)", "300 698 400 710"),
        note("/Subtype /Stamp /Contents (APPROVED by the harbour)", "60 640 300 660"),
      ],
    );
    expect(lines).toEqual([
      "The fee is due in May.",
      "APPROVED by the harbour",
      "Later terms.",
      "Check the month",
    ]);
  });
});

test("the note reports the unread fields of an XFA form", async () => {
  const xfa = "/XFA [(template) 8 0 R]";
  const stream = "<< /Length 11 >>\nstream\n<template/>\nendstream";
  const bytes = drawnPdf({
    content: drawn("Please wait", 60, 700),
    catalog: `/AcroForm << /Fields [] ${xfa} >>`,
    objects: ["<< >>", stream],
  });
  expect((await extract(bytes, PDF)).note).toContain("XFA form");
});
