import type { signInPage as en } from "../en/sign-in.ts";
import type { Translated } from "../text.ts";

export const signInPage: Translated<typeof en> = {
  "signIn.with": "Mit {label} anmelden",
  "signIn.leaving": "Weiter zu {label} …",
  "signIn.signedOut": "Sie sind abgemeldet.",
  "signIn.nobody":
    "Hier kann sich noch niemand anmelden. Der Betreiber dieses Dienstes muss eine Anmeldung einrichten.",
  "signIn.insecure":
    "Hier kann sich niemand anmelden, denn diese Adresse hat kein https. Öffnen Sie den Dienst über https.",
  "signIn.issuer": "Dieser Dienst nutzt jenen Kontoanbieter nicht. Wählen Sie einen von diesen.",
  "signIn.expired":
    "Diese Anmeldung hat über zehn Minuten gedauert oder in einem anderen Browser begonnen. Melden Sie sich noch einmal an.",
  "signIn.state":
    "Die Antwort des Kontoanbieters gehört zu einer anderen Anmeldung. Melden Sie sich noch einmal an, in nur einem Tab.",
  "signIn.denied":
    "Der Kontoanbieter hat die Anmeldung abgelehnt. Nehmen Sie ein anderes Konto, oder fragen Sie Ihre Administration.",
  "signIn.provider":
    "Der Kontoanbieter antwortet nicht. Versuchen Sie es gleich noch einmal. Bleibt es so, sagen Sie es dem Betreiber dieses Dienstes.",
  "signIn.token":
    "Der Dienst konnte die Antwort des Kontoanbieters nicht prüfen. Melden Sie sich noch einmal an. Bleibt es so, sagen Sie es dem Betreiber dieses Dienstes.",
  "signIn.email":
    "Ihr Konto hat keine E-Mail-Adresse oder gibt sie nicht weiter. Tragen Sie eine ein, oder nehmen Sie ein anderes Konto.",
};
