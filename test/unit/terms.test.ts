import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stem } from "../../src/text/stemmer.ts";
import { charNgrams, normalizeText, queryTerms, termsOf } from "../../src/text/terms.ts";

const terms = (text: string): string[] => termsOf(text).map(({ term }) => term);
const asked = (query: string): string[] => queryTerms(query).map(({ surface }) => surface);
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."a|É|ß|黑|豹|ก|า|द|ी|🙂| |،|.|-|½|⒈|Ⅷ".split("|")) }),
);

describe("terms of a text", () => {
  test("terms have surfaces that equal the text at their offsets, in order", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let before = -1;
        for (const { surface, start, end } of termsOf(text)) {
          expect(text.slice(start, end)).toBe(surface);
          expect(start).toBeGreaterThanOrEqual(before);
          before = start;
        }
      }),
    );
  });

  test("terms contain only letters, digits and marks for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => terms(text).every((term) => /^[\p{L}\p{N}\p{M}\p{Co}]+$/u.test(term))),
    );
  });

  test("terms ignore case, accents and compatibility forms", () => {
    expect(terms("Über-Straße RÉSUMÉ ﬁne Ｔ２ Łódź ΛΌΓΟΣ")).toEqual([
      "uber",
      "strasse",
      "resume",
      "fine",
      "t2",
      "lodz",
      "λογοσ",
    ]);
    expect(normalizeText("e\u0301")).toBe(normalizeText("é"));
  });

  test("terms keep vowel signs of Indic scripts and drop Arabic points", () => {
    expect(terms("हिन्दी كِتَاب")).toEqual(["हिन्दी", "كتاب"]);
  });

  test("the tokenizer skips normalization only for characters that it would not change, alone and in pairs", () => {
    const ranges = [
      [0x3041, 0x3096],
      [0x30a1, 0x30fa],
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0xac00, 0xd7a3],
    ] as const;
    for (const [first, last] of ranges) {
      for (let code = first; code <= last; code += 1) {
        const pair = String.fromCharCode(code, first + ((code * 7_919) % (last - first)));
        const [normalized, kept] = [normalizeText(pair), pair.replace(/[^\p{L}\p{N}\p{M}]+/gu, "")];
        if (normalized !== pair || kept !== pair || /\p{M}/u.test(pair))
          expect([code, normalized, kept]).toEqual([code, pair, pair]);
      }
    }
    expect(termsOf("黒豹が走る")).toEqual(
      ["黒豹", "豹が", "が走", "走る"].map((pair, at) => ({
        term: pair,
        surface: pair,
        start: at,
        end: at + 2,
      })),
    );
  });

  test("terms of unspaced scripts are overlapping pairs, separated at other scripts", () => {
    expect(terms("2015年黑豹队")).toEqual(["2015", "年黑", "黑豹", "豹队"]);
    expect(terms("猫 カード")).toEqual(["猫", "カー", "ート\u3099"].map((term) => term.normalize("NFC")));
    expect(terms("ภาษาไทยเป็นภาษาที่สวยงาม")).toEqual(["ภาษา", "ไทย", "เป็น", "ภาษา", "ที่", "สวยงาม"]);
  });

  test("terms keep symbols within words: names, languages, versions, abbreviations", () => {
    const [and, plus, dot, slash] = ["\ue026", "\ue02b", "\ue02e", "\ue02f"];
    expect(terms("the V&A")).toEqual(["the", `v${and}a`, "v", "a"]);
    expect(terms("C++ 3.11")).toEqual([`c${plus}${plus}`, "c", `3${dot}11`, "3", "11"]);
    expect(terms("20/20")).toEqual([`20${slash}20`, "20", "20"]);
    expect(terms("The U.N. and the UN. A b.")).toEqual(["the", "un", "and", "the", "un", "a", "b"]);
    expect(asked("What is the u.n.?")).toEqual(["u.n."]);
  });

  test("terms keep the tones of Vietnamese and drop the accents of other languages", () => {
    expect(terms("Thành phố Huế nằm ở đâu? Bạn, bán, bàn.")).toEqual([
      "thành",
      "phố",
      "huế",
      "nằm",
      "ở",
      "đâu",
      "bạn",
      "bán",
      "bàn",
    ]);
    expect(terms("thanh pho")).toEqual(["thanh", "pho"]);
    expect(terms("crème brûlée în România")).toEqual(["creme", "brulee", "in", "romania"]);
  });

  test("terms have Arabic stems without the article and other prefixes", () => {
    expect(
      ["الحكومة", "والحكومة", "بالحكومة", "للحكومة", "حكومة"].map((word) => stem(normalizeText(word))),
    ).toEqual(Array(5).fill("حكوم"));
    expect(stem("من")).toBe("من");
  });

  test("terms have offsets in UTF-16 units, also after astral characters", () => {
    expect(termsOf("🙂 tea").map(({ start, end }) => [start, end])).toEqual([[3, 6]]);
  });
});

describe("terms of a question", () => {
  test("question terms exclude stop words and keep repetitions", () => {
    expect(asked("What is the capital of the capital?")).toEqual(["capital", "capital"]);
    expect(asked("Wie viele Tore fielen in der Saison?")).toEqual(["viele", "Tore", "fielen", "Saison"]);
  });

  test("question terms exclude question words and particles of other languages", () => {
    expect(asked("Сколько очков набрала команда?")).toEqual(["очков", "набрала", "команда"]);
    expect(asked("Πόσους βαθμούς πήρε η ομάδα;")).toEqual(["βαθμούς", "πήρε", "ομάδα"]);
    expect(asked("कंपनी का मुख्यालय कहाँ है?")).toEqual(["कंपनी", "मुख्यालय"]);
    expect(asked("Takımın kaç puanı var?")).toEqual(["Takımın", "puanı"]);
  });

  test("question terms keep foreign function words that are content words in English", () => {
    expect(asked("What is the name of Alice's cat?")).toEqual(["name", "Alice", "cat"]);
    expect(asked("What does /var/lib contain?")).toEqual(["var", "lib", "contain"]);
    expect(asked("Cât costă un bilet și cât era anul trecut?")).toEqual(["costă", "bilet", "anul", "trecut"]);
    expect(asked("Takımın kaç puanı var?")).toEqual(["Takımın", "puanı"]);
  });

  test("question terms keep the stop words of a question without other words", () => {
    expect(asked("to be or not to be")).toEqual(["to", "be", "or", "not", "to", "be"]);
  });

  test("question terms keep a capitalized stop word as an acronym, unless the whole question is in capitals", () => {
    expect(asked("What does WHO say about IT?")).toEqual(["WHO", "say", "IT"]);
    expect(asked("WHO WROTE IT")).toEqual(["WROTE"]);
  });
});

test.each([
  ["relational", "relat"],
  ["conditional", "condit"],
  ["agreed", "agre"],
  ["feed", "feed"],
  ["hopping", "hop"],
  ["falling", "fall"],
  ["filing", "file"],
  ["happy", "happi"],
  ["sky", "sky"],
  ["adoption", "adopt"],
  ["probabilities", "probabl"],
  ["controlling", "control"],
  ["as", "as"],
  ["дома", "дома"],
  ["правительства", "прави"],
  ["κυβερνησης".normalize(), "κυβερ"],
  ["लड़कों".normalize("NFKD"), "लड़क".normalize("NFKD")],
])("the stem of %s is %s", (word, expected) => {
  expect(stem(word)).toBe(expected);
});

test("character n-grams count code points of normalized words, and use pairs in unspaced scripts", () => {
  expect(charNgrams("Tea tea", 4)).toEqual(
    new Map([
      [" tea", 2],
      ["tea ", 2],
    ]),
  );
  expect([...charNgrams("黑豹队", 4).keys()]).toEqual(["黑豹", "豹队"]);
  expect([...charNgrams("𝔸𝔹", 2).keys()]).toEqual([" a", "ab", "b "]);
  expect(charNgrams("?!").size).toBe(0);
});

test("termsOf splits a long run of letters", () => {
  expect(termsOf("a".repeat(50_000)).length).toBe(50);
  expect(termsOf("語".repeat(20_000)).length).toBeGreaterThan(19_900);
});
