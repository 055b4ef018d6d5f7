import { expect, test } from "vitest";
import { type QuestionLanguage, questionLanguage, textLanguage } from "../../src/text/question-language.ts";

const QUESTIONS: Readonly<Partial<Record<QuestionLanguage, string>>> = {
  en: `Opening hours of the museum|Why did Tesla leave?|Do older patients receive adequate care?|What's Thomas Piketty's job?|GDPR retention period|
    Is an advance care planning model feasible?|Which shaman's proclamation aided Temüjin's rise?|What does λόγος mean?|What is नमस्ते?|Where is Phở Hà Nội made?`,
  de: `Wie viele Sacks erzielte Jared Allen in seiner Karriere?|In welchem Jahr starb Tesla?|Darf ich sonntags grillen?|Kann man dort parken?|
    Miete zahlen bis?|Muss man sich anmelden?|Wer zahlt das?`,
  fr: "Peut-on fumer dans sa chambre ?|Ou se trouve la gare ?|Que dois-je faire si j'ai perdu un reçu ?",
  es: "Hay aparcamiento?|Cuando abre el museo?",
  it: "Quanto costa il biglietto?",
  pt: "Quanto custa o bilhete?",
  nl: "Hoeveel kost een kaartje?",
  ru: "Сколько книг можно взять на руки?",
  spaced:
    "Kiedy otwarte jest muzeum?|Hur mycket kostar en biljett?|Kuinka paljon lippu maksaa?|Berapa harga tiket?|موزه کجاست؟",
  unspaced: "ຫໍພິພິທະພັນເປີດຈັກໂມງ",
  th: "พิพิธภัณฑ์เปิดกี่โมง",
  vi: "Bảo tàng mở cửa lúc mấy giờ?|Vé giá bao nhiêu? Ở đâu vậy?",
  el: "Πού είναι;|Τι είναι το Debian;",
  hi: "संग्रहालय कब खुलता है?",
  tr: "Bilet ne kadar?|Müze nerede?",
  ro: "Care este pretul?|Unde este muzeul?",
  ar: "متى يفتح المتحف؟|وأين أقيمت المباراة؟",
  zh: "茶馆几点开门？",
  ja: "博物館はいつ開きますか？",
  ko: "박물관은 언제 여나요?",
};

test.each(
  Object.entries(QUESTIONS).flatMap(([language, all]) =>
    all.split("|").map((question) => [language, question.trim()]),
  ),
)("%s: %s", (language, question) => {
  expect(questionLanguage(question)).toBe(language);
});

test("the language of a document comes from its function words and most of its letters", () => {
  expect(textLanguage("Receipts are required for every expense above £10.")).toBe("en");
  expect(textLanguage("The sign says 東京駅, which is the name of the station.")).toBe("en");
  expect(textLanguage("茶馆每天上午九点开门。 Wi-Fi")).toBe("zh");
  expect(textLanguage("Der Kassenbeleg ist bis zum Ende des Monats einzureichen.")).toBe("de");
  expect(textLanguage("const total = items.map(({ price }) => price * 2);")).toBeNull();
  expect(textLanguage("boat,harbor,fare\nHeron,Stenna,4.50\n")).toBeNull();
  expect(textLanguage("")).toBeNull();
});
