const spelled = (words: string, from: number, step = 1): [string, number][] =>
  words.split(/\s+/).map((word, at): [string, number] => [word, from + at * step]);

const GERMAN_ONES = "ein zwei drei vier funf sechs sieben acht neun".split(" ");
const GERMAN_TENS = "zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig".split(" ");

/** Returns the German words for two-digit numbers, which are single words: "fünfundzwanzig". */
const germanTwoDigits = (): [string, number][] =>
  GERMAN_TENS.flatMap((ten, at) =>
    GERMAN_ONES.map((one, ones): [string, number] => [`${one}und${ten}`, (at + 2) * 10 + ones + 1]),
  );

/**
 * Values of normalized number words in English, German, French, Spanish and Italian. Omits words that usually
 * mean something else: "one", "ein", "due", "once", "sei", "mil".
 */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...spelled(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    2,
  ),
  ...spelled("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
  ...spelled(
    "zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
    2,
  ),
  ...spelled(GERMAN_TENS.join(" "), 20, 10),
  ...germanTwoDigits(),
  ...spelled("deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize", 2),
  ...spelled("vingt trente quarante cinquante soixante", 20, 10),
  ...spelled("dos tres cuatro cinco seis siete ocho nueve diez", 2),
  ...spelled("doce trece catorce quince", 12),
  ...spelled("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa", 20, 10),
  ...spelled("tre quattro cinque", 3),
  ...spelled("sette otto nove dieci undici dodici", 7),
  ["dozen", 12],
  ["dutzend", 12],
]);

/** Normalized words that multiply the number before them. */
export const SCALE_WORDS: ReadonlyMap<string, number> = new Map([
  ...["hundred", "hundreds", "hundert"].map((word): [string, number] => [word, 1e2]),
  ...["thousand", "thousands", "tausend", "mille", "tsd"].map((word): [string, number] => [word, 1e3]),
  ...["million", "millions", "millionen", "mio", "mn", "millones", "milioni"].map(
    (word): [string, number] => [word, 1e6],
  ),
  ...["billion", "billions", "bn", "milliarde", "milliarden", "mrd", "milliard", "milliards", "miliardi"].map(
    (word): [string, number] => [word, 1e9],
  ),
  ...["trillion", "trillions"].map((word): [string, number] => [word, 1e12]),
]);

const unit = (name: string, words: string): [string, string][] =>
  words.split(" ").map((word): [string, string] => [word, name]);

/** Normalized unit words. Numbers with equal values and different units are different. */
export const UNITS: ReadonlyMap<string, string> = new Map([
  ...unit("%", "percent percentage prozent pourcent procent"),
  ...unit("km", "km kilometre kilometres kilometer kilometers kilometern"),
  ...unit("m", "metre metres meter meters metern metres"),
  ...unit("cm", "cm centimetre centimetres centimeter centimeters zentimeter"),
  ...unit("mm", "mm millimetre millimetres millimeter millimeters"),
  ...unit("mile", "mile miles meile meilen"),
  ...unit("foot", "foot feet ft"),
  ...unit("kg", "kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes"),
  ...unit("g", "gram grams gramm grammes"),
  ...unit("t", "tonne tonnes ton tons tonnen"),
  ...unit("l", "litre litres liter liters litern"),
  ...unit("second", "second seconds sekunde sekunden secondes"),
  ...unit("minute", "minute minutes minuten min minutos"),
  ...unit("hour", "hour hours stunde stunden heure heures hora horas"),
  ...unit("day", "day days tag tage tagen jour jours dia dias"),
  ...unit("week", "week weeks woche wochen semaine semaines"),
  ...unit("month", "month months monat monate monaten mois"),
  ...unit("year", "year years jahr jahre jahren annee annees ans ano anos"),
  ...unit("usd", "dollar dollars usd"),
  ...unit("eur", "euro euros eur"),
  ...unit("gbp", "pound pounds gbp"),
  ...unit("pence", "penny pence"),
]);

/** Normalized names of months with their numbers. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...spelled("january february march april may june july august september october november december", 1),
  ...spelled("januar februar marz april mai juni juli august september oktober november dezember", 1),
  ...spelled("janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre", 1),
  ...spelled("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", 1),
  ...spelled(
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    1,
  ),
  ...spelled("января февраля марта апреля мая июня июля августа сентября октября ноября декабря", 1),
  ...spelled("jan feb mar apr jun jul aug sep oct nov dec", 1).map(([word, at]): [string, number] => [
    word,
    at > 4 ? at + 1 : at,
  ]),
  ["sept", 9],
  ["okt", 10],
  ["dez", 12],
]);

/** Words that mean a month only next to a number. */
export const AMBIGUOUS_MONTHS: ReadonlySet<string> = new Set([
  "may",
  "march",
  "mar",
  "mars",
  "mayo",
  "dec",
  "mai",
]);
