import type { publicLink as en } from "../en/public-link.ts";
import type { Translated } from "../text.ts";

export const publicLink: Translated<typeof en> = {
  "publicLink.title": "Öffentlicher Link",
  "publicLink.about":
    "Alle, die den Link haben, lesen diesen Thread ohne Konto: Nachrichten, Zitate und Namen der Quellen, aber keine Namen von Personen.",
  "publicLink.none": "Dieser Thread hat keinen öffentlichen Link.",
  "publicLink.reach": "Was der Link zeigt",
  "publicLink.whole": "Den ganzen Thread, auch was später kommt",
  "publicLink.upToNow": "Den Thread bis jetzt, und nichts Späteres",
  "publicLink.upToAnswer": "Den Thread bis zu dieser Antwort, und nichts Späteres",
  "publicLink.create": "Link erstellen",
  "publicLink.address": "Adresse",
  "publicLink.isWhole": "Er zeigt den ganzen Thread, auch was später kommt.",
  "publicLink.isUpTo": "Er zeigt den Thread bis zu einer Nachricht, und nichts Späteres.",
  "publicLink.by": "Erstellt von {name} am {date}.",
  "publicLink.hidden": "Nur wer den Thread teilen darf, sieht die Adresse.",
  "publicLink.end": "Link beenden",
  "publicLink.endSure": "Gäste verlieren den Zugang sofort. Ein neuer Link hat eine andere Adresse.",
  "publicLink.ended": "Der Link ist beendet.",
};
