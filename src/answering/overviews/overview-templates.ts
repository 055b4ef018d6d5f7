import type { OverviewLanguage } from "../../text/overviews/overview-phrases.ts";

/** Template texts of an overview in one language. "#" is a placeholder for a number. */
interface Templates {
  readonly nothing: string;
  readonly inAll: string;
  readonly newest: string;
  readonly unreadable: string;
  readonly sections: string;
}

const FRAMES: Readonly<Record<OverviewLanguage, Templates>> = {
  en: {
    nothing: "The scope has no readable document.",
    inAll: "Documents in scope: #.",
    newest: "The newest #:",
    unreadable: "Without readable text: #.",
    sections: "Sections",
  },
  de: {
    nothing: "Es gibt hier kein Dokument, das gelesen werden konnte.",
    inAll: "Verfügbare Dokumente: #.",
    newest: "Die neuesten #:",
    unreadable: "Ohne lesbaren Text: #.",
    sections: "Abschnitte",
  },
  fr: {
    nothing: "Il n'y a ici aucun document qui ait pu être lu.",
    inAll: "Documents disponibles : #.",
    newest: "Les # plus récents :",
    unreadable: "Sans texte lisible : #.",
    sections: "Sections",
  },
  es: {
    nothing: "No hay aquí ningún documento que se haya podido leer.",
    inAll: "Documentos disponibles: #.",
    newest: "Los # más recientes:",
    unreadable: "Sin texto legible: #.",
    sections: "Secciones",
  },
  pt: {
    nothing: "Não há aqui nenhum documento que pudesse ser lido.",
    inAll: "Documentos disponíveis: #.",
    newest: "Os # mais recentes:",
    unreadable: "Sem texto legível: #.",
    sections: "Secções",
  },
  it: {
    nothing: "Qui non c'è nessun documento che si sia potuto leggere.",
    inAll: "Documenti disponibili: #.",
    newest: "I # più recenti:",
    unreadable: "Senza testo leggibile: #.",
    sections: "Sezioni",
  },
  nl: {
    nothing: "Er is hier geen document dat gelezen kon worden.",
    inAll: "Beschikbare documenten: #.",
    newest: "De nieuwste #:",
    unreadable: "Zonder leesbare tekst: #.",
    sections: "Onderdelen",
  },
  ru: {
    nothing: "Здесь нет документа, который удалось бы прочитать.",
    inAll: "Доступно документов: #.",
    newest: "Самые новые (#):",
    unreadable: "Без читаемого текста: #.",
    sections: "Разделы",
  },
  zh: {
    nothing: "这里没有可以读取的文档。",
    inAll: "可用的文档：#。",
    newest: "最新的 # 个：",
    unreadable: "没有可读文本：#。",
    sections: "章节",
  },
  ja: {
    nothing: "ここには読み取れた文書がありません。",
    inAll: "対象の文書：#件。",
    newest: "新しい順に#件：",
    unreadable: "読み取れるテキストがない文書：#件。",
    sections: "見出し",
  },
  ko: {
    nothing: "여기에는 읽을 수 있는 문서가 없습니다.",
    inAll: "대상 문서: #개.",
    newest: "최신 문서 #개:",
    unreadable: "읽을 수 있는 텍스트가 없는 문서: #개.",
    sections: "목차",
  },
  th: {
    nothing: "ที่นี่ไม่มีเอกสารที่อ่านได้",
    inAll: "เอกสารที่มี: # รายการ",
    newest: "ใหม่ล่าสุด # รายการ:",
    unreadable: "ไม่มีข้อความที่อ่านได้: # รายการ",
    sections: "หัวข้อ",
  },
  vi: {
    nothing: "Ở đây không có tài liệu nào đọc được.",
    inAll: "Số tài liệu hiện có: #.",
    newest: "# tài liệu mới nhất:",
    unreadable: "Không có văn bản đọc được: #.",
    sections: "Các mục",
  },
  ar: {
    nothing: "لا يوجد هنا مستند أمكنت قراءته.",
    inAll: "عدد المستندات المتاحة: #.",
    newest: "أحدث المستندات (#):",
    unreadable: "بدون نص مقروء: #.",
    sections: "الأقسام",
  },
  tr: {
    nothing: "Burada okunabilen bir belge yok.",
    inAll: "Mevcut belgeler: #.",
    newest: "En yeni # belge:",
    unreadable: "Okunabilir metni olmayan: #.",
    sections: "Bölümler",
  },
  el: {
    nothing: "Δεν υπάρχει εδώ έγγραφο που να μπόρεσε να διαβαστεί.",
    inAll: "Διαθέσιμα έγγραφα: #.",
    newest: "Τα # νεότερα:",
    unreadable: "Χωρίς αναγνώσιμο κείμενο: #.",
    sections: "Ενότητες",
  },
  hi: {
    nothing: "यहाँ ऐसा कोई दस्तावेज़ नहीं है जिसे पढ़ा जा सका हो।",
    inAll: "उपलब्ध दस्तावेज़: #।",
    newest: "सबसे नए #:",
    unreadable: "बिना पढ़ने योग्य पाठ के: #।",
    sections: "खंड",
  },
  ro: {
    nothing: "Nu există aici niciun document care să poată fi citit.",
    inAll: "Documente disponibile: #.",
    newest: "Cele mai noi #:",
    unreadable: "Fără text lizibil: #.",
    sections: "Secțiuni",
  },
};

/** @param number replaces "#" */
export function overviewTemplate(
  language: OverviewLanguage,
  frame: keyof Templates,
  number: number | string = "",
): string {
  return FRAMES[language][frame].replace("#", String(number));
}
