import type { publicThread as en } from "../en/public-thread.ts";
import type { Translated } from "../text.ts";

export const publicThread: Translated<typeof en> = {
  "public.person": "Person {number}",
  "public.empty": "In diesem Gespräch wurde noch nichts gefragt.",
  "public.readOnly": "Nur lesen",
  "public.notLive": "Dieser Link zeigt das Gespräch bis hierher. Spätere Nachrichten fehlen.",
  "public.offline": "Keine Verbindung. Neue Nachrichten erscheinen, sobald sie wieder da ist.",
  "public.madeWith": "Erstellt mit {name}",
  "public.open": "Im eigenen Arbeitsplatz öffnen",
};
