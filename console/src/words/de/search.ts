import type { search as en } from "../en/search.ts";
import type { Translated } from "../text.ts";

export const search: Translated<typeof en> = {
  "search.title": "„{query}“",
  "search.placeholder": "Wörter oder eine Frage",
  "search.find": "Suchen",
  "search.within": "In {label}",
  "search.everywhere": "Überall suchen",
  "search.kinds": "Was durchsucht wird",
  "search.words": "Texte",
  "search.names": "Namen",
  "search.threads": "Threads",
  "search.hint": "Durchsuchen Sie Texte und Namen von Dokumenten und Ihre Threads.",
  "search.none": "Nichts gefunden zu „{query}“.",
  "search.count": { one: "{count} Stelle", other: "{count} Stellen" },
  "search.noWords": "Keine Stelle enthält die Wörter „{query}“.",
  "search.close": "Dem Sinn nach ähnlich",
  "search.truncated": "Es wurde nicht alles durchsucht. Grenzen Sie die Suche ein.",
  "search.more": "Weitere Stellen haben diese Wörter. Grenzen Sie die Suche ein.",
  "search.threadCount": { one: "{count} Thread", other: "{count} Threads" },
};
