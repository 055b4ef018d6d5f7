import type { leaving as en } from "../en/leaving.ts";
import type { Translated } from "../text.ts";

export const leaving: Translated<typeof en> = {
  "leaving.group": "Daten und Konto",
  "export.title": "Ausfuhr",
  "export.text":
    "Eine Ausfuhr besteht aus einem oder mehreren ZIP-Archiven mit Dokumenten, Texten, Threads und Rechten. Ein anderer Dienst dieser Art kann sie einspielen.",
  "export.own": "Ihre eigenen Daten",
  "export.ownText": "Ihr Profil, was Sie hochgeladen und geschrieben haben, soweit Sie es lesen dürfen.",
  "export.organization": "Die Organisation {label}",
  "export.organizationText": "Alles in der Organisation. Nur ihre Eigentümer führen es aus.",
  "export.start": "Ausfuhr beginnen",
  "export.startNamed": "Ausfuhr beginnen: {name}",
  "export.running": "Teil {part}: bisher {size}",
  "export.stop": "Anhalten",
  "export.done": {
    one: "Vollständig: {count} Archiv, {size}",
    other: "Vollständig: {count} Archive, {size}",
  },
  "export.save": "{name} speichern",
  "export.broken": "Die Ausfuhr ist abgebrochen. Beginnen Sie noch einmal.",
  "import.title": "Einspielen",
  "import.text":
    "Füllt eine leere Organisation aus den Archiven einer Ausfuhr. Was ankommt, gehört Ihnen; ein Archiv gibt niemandem Rechte.",
  "import.checked": "Der Dienst prüft alle Archive, bevor er etwas schreibt.",
  "import.notEmpty":
    "Das Einspielen braucht eine leere Organisation. Ihre ist nicht leer (Sammlungen: {collections}, Dokumente: {documents}).",
  "import.choose": "Archive wählen",
  "import.chosen": { one: "{count} Archiv, {size}: {names}", other: "{count} Archive, {size}: {names}" },
  "import.start": "Einspielen beginnen",
  "import.sending": "{sent} von {size} gesendet",
  "import.checking": "Der Dienst prüft die Archive. Noch ist nichts geschrieben.",
  "import.importing": "Der Dienst schreibt.",
  "import.done": "Das Einspielen ist fertig.",
  "import.failed": "Das Einspielen ist gescheitert. Sonst wurde nichts geändert.",
  "import.counts":
    "Sammlungen: {collections}, Dokumente: {assets}, Threads: {threads}, Nachrichten: {messages}, Belege: {citations}",
  "import.open": "Organisation öffnen",
  "merge.title": "Konten vereinen",
  "merge.text":
    "Übernimmt Rechte, Anmeldungen, Dokumente und Threads eines anderen Kontos von Ihnen. Jenes Konto endet endgültig.",
  "merge.other": "Kennung des anderen Kontos",
  "merge.otherHint": "Sie steht dort in Einstellungen › Profil.",
  "merge.token": "Token des anderen Kontos",
  "merge.tokenHint":
    "Es belegt, dass beide Konten Ihnen gehören, und darf fünf Minuten alt sein. Beim lokalen Aussteller druckt es dieser Befehl: npm run token -- --email ADRESSE",
  "merge.preview": "Zeigen, was sich ändert",
  "merge.merge": "Die Konten vereinen",
  "merge.sure": "Das andere Konto endet endgültig.",
  "merge.done":
    "Die Konten sind vereint. Nun Ihre: Dokumente {documents}, Threads {threads}, Sammlungen {collections}.",
  "leave.title": "Verlassen",
  "leave.shared": "Was andere mit Ihnen teilen",
  "leave.sharedText": "Sie können Ihren Zugang aufgeben. Was Sie hinzugefügt haben, bleibt dort.",
  "leave.noShared": "Niemand teilt etwas mit Ihnen.",
  "leave.leave": "Verlassen",
  "leave.leaveNamed": "{label} verlassen",
  "leave.sure": {
    one: "Sie verlieren den Zugang zu {label}, {count} Sammlung in Ihrer Sicht. Nur wer sie teilt, kann Sie zurückholen.",
    other:
      "Sie verlieren den Zugang zu {label}, {count} Sammlungen in Ihrer Sicht. Nur wer sie teilt, kann Sie zurückholen.",
  },
  "leave.left": "Sie haben {label} verlassen.",
  "leave.close": "Das Konto schließen",
  "leave.closeText":
    "Schlüssel, öffentliche Links und offene Verbindungen enden sofort. Bis {until} können Sie das Konto wieder öffnen. Danach wird es endgültig gelöscht.",
  "leave.goes": "Was dann verschwindet",
  "leave.goesText":
    "Alles, was nur Sie erreichen können, höchstens Ihre Organisation mit allen Threads (Sammlungen: {collections}, Dokumente: {documents}).",
  "leave.goesYou": "Ihr Name, Ihre Adressen, Anmeldungen, Rechte, Einladungen, Webhooks und Bewertungen.",
  "leave.stays": "Was bleibt",
  "leave.staysText":
    "Was Sie in Sammlungen anderer geschrieben und hochgeladen haben, unter einer Person ohne Namen.",
  "leave.blocked": "Das Konto lässt sich noch nicht schließen:",
  "leave.exportFirst": "Führen Sie zuerst Ihre Daten aus: {export}",
  "leave.closeSure":
    "Ihre Organisation kann mit ihm verschwinden (Sammlungen: {collections}, Dokumente: {documents}).",
  "closed.title": "Dieses Konto ist geschlossen",
  "closed.open": "Das Konto wieder öffnen",
  "closed.text": "Bis {until} können Sie es wieder öffnen. Danach wird es endgültig gelöscht.",
};
