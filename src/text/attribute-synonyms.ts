/**
 * Normalized verbs of attribute questions, with the prefixes of the attribute's names in tables and price
 * lists: "Was kostet …?" matches a column "Preis".
 */
const GROUPS: readonly (readonly [verbs: string, names: string])[] = [
  ["kostet kosten", "preis gebuhr euro eur"],
  ["wiegt wiegen", "gewicht kg gramm kilo"],
  ["dauert dauern", "dauer tag stunde minute woche monat"],
  ["coute coutent", "prix tarif euro eur"],
  ["pese pesent", "poids kg gramme kilo"],
  ["dure durent", "duree jour heure minute semaine mois"],
  ["cuesta cuestan", "precio tarifa euro eur"],
  ["pesa pesan", "peso kg gram kilo"],
  ["costa costano", "prezzo tariff euro eur"],
  ["custa custam", "preco tarifa euro eur"],
  ["pesano pesam", "peso kg gram"],
  ["dura duran durano duram", "durat durac giorn dia hora minut settiman semana"],
  ["kost", "prijs tarief euro eur"],
  ["weegt wegen", "gewicht kg gram kilo"],
  ["duurt duren", "duur dag uur uren minu week weken maand"],
  ["стоит стоят", "цен стоимост тариф руб евро"],
  ["весит весят", "вес кг грамм"],
  ["длится длятся", "длительн продолжительн час минут недел месяц"],
];
const NAMES = new Map(
  GROUPS.flatMap(([verbs, names]) => verbs.split(" ").map((verb) => [verb, names.split(" ")] as const)),
);
const NONE: readonly string[] = [];

/**
 * Prefixes of the attribute names that match the verb; empty for other words.
 * @param term normalized
 */
export function attributeSynonyms(term: string): readonly string[] {
  return NAMES.get(term) ?? NONE;
}
