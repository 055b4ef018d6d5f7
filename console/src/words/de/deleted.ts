import type { deleted as en } from "../en/deleted.ts";
import type { Translated } from "../text.ts";

export const deleted: Translated<typeof en> = {
  "deleted.kinds": "Was gelöscht wurde",
  "deleted.none": "Nichts kann wiederhergestellt werden.",
  "deleted.restore": "Wiederherstellen",
  "deleted.restoreNamed": "{name} wiederherstellen",
  "deleted.restored": "Wiederhergestellt",
  "deleted.receipts": "Endgültig",
  "deleted.receipt": "Beleg",
  "deleted.openReceipt": "Beleg öffnen",
  "deleted.noReceipts": "Auf diesem Gerät ist kein Beleg einer endgültigen Löschung.",
  "deleted.forGood": "{name} ist endgültig gelöscht",
  "deleted.requested": "Verlangt am {date}",
  "deleted.finished": "Aus allen Speichern entfernt am {date}",
  "deleted.removing": {
    one: "Wird aus allen Speichern entfernt; {count} Datensatz ist übrig",
    other: "Wird aus allen Speichern entfernt; {count} Datensätze sind übrig",
  },
  "deleted.check": "Jetzt prüfen",
  "deleted.checkedClean": {
    one: "{count} Datensatz wurde in allen Speichern gesucht. Keiner wurde gefunden.",
    other: "{count} Datensätze wurden in allen Speichern gesucht. Keiner wurde gefunden.",
  },
  "deleted.checkedLeft": { one: "{count} Datensatz ist noch da:", other: "{count} Datensätze sind noch da:" },
  "deleted.disk.clean": "In freien Seiten und Protokollen der Platte sind keine gelöschten Bytes mehr.",
  "deleted.disk.waiting": "Freie Seiten und Protokolle der Platte sind noch nicht neu geschrieben.",
  "deleted.disk.unknown":
    "Die Plattform verbirgt ihre Dateien, daher lassen sich freie Seiten der Platte nicht prüfen.",
};
