import type { home as en } from "../en/home.ts";
import type { Translated } from "../text.ts";

export const home: Translated<typeof en> = {
  "home.title": "Fragen Sie Ihre Dokumente, {name}",
  "home.lead":
    "Jeder Satz einer Antwort zeigt die Worte, auf denen er beruht. Klicken Sie auf eine Zahl, und das Dokument öffnet sich {mark}.",
  "home.leadMark": "an dieser Stelle",
  "home.question": "Frage",
  "home.placeholder": "Fragen Sie, was Ihre Dokumente beantworten können",
  "home.ask": "Fragen",
  "home.enterAsks": "fragt,",
  "home.newLine": "neue Zeile",
  "home.bringIn": "Dokumente hinzufügen",
  "home.formats":
    "Ziehen Sie Dateien hierher. PDF, Word, Excel, PowerPoint, E-Mail, Webseiten, Text, Code, Archive.",
  "home.chooseFiles": "Dateien auswählen",
  "home.chooseFolder": "Ordner",
  "home.samples": "Zwei Beispieldokumente",
  "home.samplesCollection": "Beispiele",
  "home.addSamples": "Beispiele hinzufügen",
  "home.samplesAreRead": "Die Beispiele werden gelesen. Danach können Sie dazu fragen.",
  "home.try": "Zum Beispiel:",
  "home.recentThreads": "Letzte Gespräche",
  "home.recentDocuments": "Letzte Dokumente",
  "home.untitled": "Ohne Titel",
  "home.howItWorks": "So funktioniert es",
  "home.anAnswer": "Eine Antwort",
  "home.atThePage": "{name}, auf der Seite",
  "home.connect": "Programm verbinden",
  "home.connectText": "Editoren und andere Programme erreichen dieselben Dokumente:",
  "file.ready": "Bereit",
  "file.failed": "Nicht lesbar",
  "file.waiting": "Wartet",
  "file.sending": "Wird gesendet",
  "file.reading": "Wird gelesen",
};
