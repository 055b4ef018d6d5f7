import { expect, test } from "vitest";
import { FormulaBudget, FormulaReader } from "../../src/ingestion/extract/office/formula-reader.ts";
import { readXml } from "../../src/ingestion/extract/xml/read-xml.ts";
import { runToCompletion } from "../../src/text/cooperative-task.ts";

function read(xml: string, budget = new FormulaBudget()): string {
  const reader = new FormulaReader(budget);
  runToCompletion(readXml([new TextEncoder().encode(`<m:oMath xmlns:m="m">${xml}</m:oMath>`)], reader));
  return reader.result;
}

const t = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (inner: string): string => `<m:e>${inner}</m:e>`;
const power = (base: string, exponent: string): string =>
  `<m:sSup>${e(base)}<m:sup>${exponent}</m:sup></m:sSup>`;
const fraction = (above: string, below: string, type = ""): string =>
  `<m:f><m:fPr>${type}</m:fPr><m:num>${above}</m:num><m:den>${below}</m:den></m:f>`;
const matrix = `<m:m><m:mr>${e(t("1"))}${e(t("2"))}</m:mr><m:mr>${e(t("3"))}${e(t("4"))}</m:mr></m:m>`;
const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(power(t("b"), t("2")) + t("-4ac"))}</m:rad>`;

test.each([
  ["a fraction with a root", t("x=") + fraction(t("-b±") + root, t("2a")), "x=(-b±√(b²-4ac))/(2a)"],
  ["a cube root", `<m:rad><m:deg>${t("3")}</m:deg>${e(t("x"))}</m:rad>`, "³√x"],
  ["a fraction of sums", fraction(t("a+b"), t("c+d")), "(a+b)/(c+d)"],
  ["a fraction of letters", fraction(t("a"), t("b")), "a/b"],
  ["a binomial", `<m:d>${e(fraction(t("n"), t("k"), '<m:type m:val="noBar"/>'))}</m:d>`, "(n over k)"],
  ["brackets", `${t("y=")}<m:d>${e(t("a+b"))}</m:d>${t("c")}`, "y=(a+b)c"],
  [
    "brackets of several parts",
    `<m:d><m:dPr><m:sepChr m:val=","/></m:dPr>${e(t("a"))}${e(t("b"))}</m:d>`,
    "(a,b)",
  ],
  [
    "a sum",
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${t("i=1")}</m:sub><m:sup>${t("n")}</m:sup>${e(t("i"))}</m:nary>`,
    "∑_(i=1)ⁿ i",
  ],
  [
    "an integral",
    `<m:nary><m:naryPr/><m:sub>${t("0")}</m:sub><m:sup>${t("1")}</m:sup>${e(t("f(x)dx"))}</m:nary>`,
    "∫₀¹ f(x)dx",
  ],
  [
    "an integral without bounds",
    `<m:nary><m:naryPr><m:subHide m:val="1"/><m:supHide m:val="on"/></m:naryPr><m:sub/><m:sup/>${e(t("x"))}</m:nary>`,
    "∫ x",
  ],
  ["a matrix", t("M=") + matrix, "M=[1 2; 3 4]"],
  [
    "a matrix in brackets",
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(matrix)}</m:d>`,
    "[1 2; 3 4]",
  ],
  [
    "a determinant",
    `<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr>${e(matrix)}</m:d>`,
    "|1 2; 3 4|",
  ],
  [
    "cases",
    `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(`<m:eqArr>${e(t("1, &amp;x&lt;0"))}${e(t("2, &amp;x≥0"))}</m:eqArr>`)}</m:d>`,
    "{1, x<0; 2, x≥0",
  ],
  ["a function", `<m:func><m:fName>${t("sin")}</m:fName>${e(t("x"))}</m:func>`, "sin x"],
  [
    "a limit",
    `<m:func><m:fName><m:limLow>${e(t("lim"))}<m:lim>${t("x→0")}</m:lim></m:limLow></m:fName>${e(t("f"))}</m:func>`,
    "lim_(x→0) f",
  ],
  [
    "an index and an exponent",
    `<m:sSubSup>${e(t("x"))}<m:sub>${t("1")}</m:sub><m:sup>${t("2")}</m:sup></m:sSubSup>`,
    "x₁²",
  ],
  ["an isotope", `<m:sPre><m:sub>${t("6")}</m:sub><m:sup>${t("14")}</m:sup>${e(t("C"))}</m:sPre>`, "₆¹⁴C"],
  ["a mean", `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e(t("x"))}</m:bar>`, "x\u0305"],
  ["an accent", `<m:acc><m:accPr><m:chr m:val="\u0303"/></m:accPr>${e(t("n"))}</m:acc>`, "ñ"],
])("%s", (_, xml, expected) => expect(read(xml)).toBe(expected));

test("a formula whose cost exceeds the budget keeps its words", () => {
  const budget = new FormulaBudget();
  budget.take(2_000_000);
  expect(read(t("x=") + fraction(t("a"), t("b")), budget)).toBe("x=a b");
});
