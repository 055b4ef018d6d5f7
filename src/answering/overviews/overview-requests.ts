/**
 * Requests for an overview of documents. A message that resembles one of them in meaning asks for an overview,
 * in any language.
 */
export const OVERVIEW_REQUESTS =
  `What is in these documents?|Summarize this document.|What is this document about?|Give me an overview.
List all documents.|Give me a short summary of everything.|Which documents do you have?|What is new here?|Was steht in diesen Dokumenten?|Fass dieses Dokument zusammen.|Worum geht es hier?
Welche Dokumente gibt es?|De quoi parle ce document ?|Résume ces documents.|¿Qué documentos hay?|Кратко перескажи этот документ.
总结这个文档。|有哪些文档？|この文書を要約してください。|ما هي المستندات؟ لخصها.`.split(/[|\n]/);

/** Questions about one subject. A message that resembles one of them more is no overview request. */
export const OTHER_REQUESTS =
  `Which documents do I need to bring?|Which documents are required for a visa?|What is new in version 2?
Do you have a summary of the case?|When was the document signed?|Who wrote the report?|How long does it take?|What is a summary judgment?
Where will the office be?|Who are you?|What is it called?|What is the goal of the project?|What does the contract say about notice periods?
Welche Unterlagen brauche ich?|Wann wurde der Vertrag unterschrieben?|Quels documents faut-il apporter ?|¿Qué documentos necesito?
Und der andere?|Und wie teuer?|Und für Gäste?|Et l’autre ?|Et pour elle ?|¿Y el otro?|那另一个呢？
Какие документы нужны?|需要哪些文件？|どの書類が必要ですか？|哪一年建成的？|它叫什么？|谁写了这份报告？|用什么语言写成？`.split(
    /[|\n]/,
  );
