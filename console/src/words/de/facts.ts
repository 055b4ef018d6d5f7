import type { facts as en } from "../en/facts.ts";
import type { Translated } from "../text.ts";

export const facts: Translated<typeof en> = {
  "facts.title": "Über dieses Dokument",
  "facts.state": "Zustand",
  "facts.name": "Datei",
  "facts.kind": "Art",
  "facts.size": "Größe",
  "facts.broughtIn": "Eingebracht",
  "facts.read": "Gelesen",
  "facts.checked": "Zuletzt abgerufen",
  "facts.versions": "Versionen",
  "facts.versionNow": "jetzt",
  "facts.versionPending": "wird gelesen",
  "facts.versionFailed": "Die letzte neue Version war nicht lesbar.",
  "facts.place": "Liegt in",
  "facts.unseen": "Eine Sammlung, die Sie nicht sehen dürfen",
  "facts.summary": "Zusammenfassung",
};
