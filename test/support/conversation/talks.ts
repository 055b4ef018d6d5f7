/**
 * Original texts, two of them about nearly the same topic, and the questions of people who have not read
 * them.
 */
export const TEXTS: Readonly<Record<string, string>> = {
  "The Marlow Lifeboat Museum": `The museum was opened in 1994 by the retired coxswain Ellen Truscott. She had saved forty-one people in her career and kept the log of every launch. She retired in 1990 because of her knees. Her brother Amos built the scale models on the upper floor.

The oldest boat in the collection is the Morning Star, launched in 1887. It was rowed by ten men and had no engine. A storm wrecked it in 1911 and fishermen restored it between 1995 and 2001. Its mast stands in the courtyard today.

The museum opens at 10.00 on weekdays. On Saturdays it opens at 11.30. It stays closed on Mondays. A ticket for adults costs 9 pounds. Children pay 4 pounds. Dogs may come in if they are carried. A guided tour lasts 45 minutes and starts in the boathouse.

The café serves soup until three o'clock. Its cook is Jonas Petherick, who worked on a trawler before. The bread comes from a bakery in Polwenna.`,
  "The Tolland Mining Museum": `The mining museum at Tolland was founded in 1961 by the engineer Harold Pryce. He saved the winding engine from the scrapyard. He retired in 1979 to grow roses. His sister Winifred built the garden behind it.

The oldest wagon was pushed by two men and had no brakes. It was restored in 1966. Its wheels stand in the yard. The mining museum opens at 9.00 on weekdays and at 13.00 on Saturdays. On Mondays it opens at noon. Dogs wait outside.

A ticket for adults costs 12 pounds and one for children 6 pounds. The guided tour of the mine starts at the lift and takes two hours. Its cook is Maud Sayle, who worked in a hospital before. The canteen serves soup until five o'clock.`,
  "Heizung im Gemeindesaal": `Die Heizung im Gemeindesaal wurde 1988 von der Firma Tiedemann eingebaut. Sie läuft mit Öl. Die Wartung kostet 610 Euro. Der kleine Saal kostet 45 Euro und für Mitglieder 20 Euro. Er fasst dreißig Personen.`,
  "Heizung im Vereinshaus": `Die Heizung im Vereinshaus wurde 2016 von der Firma Brandl eingebaut. Sie läuft mit Holzpellets und braucht im Jahr elf Tonnen. Die Wartung kostet 340 Euro und findet im September statt. Der Schlüssel zum Keller liegt bei Frau Oster.

Der große Saal kostet 120 Euro am Abend. Für Mitglieder kostet er 60 Euro. Er fasst achtzig Personen. Gekocht werden darf nur in der Küche.`,
  "La bibliothèque roulante": `La bibliothèque roulante a été créée en 1978 par l'institutrice Odile Marchand. Elle transporte 2 600 livres et s'arrête dans quatorze villages. Le mardi elle passe à Saint-Loup. Le jeudi elle passe à Verneuil. L'inscription coûte 5 euros par an. Elle est gratuite pour les étudiants.`,
  "El molino de Arriba": `El molino de Arriba fue construido en 1803 por el panadero Blas Ortuño. Tiene dos muelas de granito y pertenece al ayuntamiento. La visita cuesta 3 euros. Los domingos la visita es gratuita. Fue restaurado en 2012 tras un incendio.`,
  青石书店: `青石书店由周明远于一九九二年创办。书店每天上午十点开门，晚上九点关门。二楼是咖啡馆，一杯咖啡二十八元。会员买书打八折，会费每年一百元。`,
};

/** Questions and follow-up questions, each with words that a quote of the answer contains. */
export type Talk = readonly (readonly [question: string, expected: string])[];

export const TALKS: readonly Talk[] = [
  [
    ["Who opened the lifeboat museum?", "Ellen Truscott"],
    ["How many people did she save?", "forty-one people"],
    ["When did she retire?", "She retired in 1990"],
    ["Why?", "because of her knees"],
    ["And what did her brother build?", "scale models"],
  ],
  [
    ["What is the oldest boat in the collection?", "Morning Star"],
    ["How many men rowed it?", "ten men"],
    ["Did it have an engine?", "no engine"],
    ["When was it wrecked?", "1911"],
    ["And restored?", "between 1995 and 2001"],
    ["Where is its mast?", "courtyard"],
  ],
  [
    ["When does the lifeboat museum open on weekdays?", "10.00"],
    ["And on Saturdays?", "11.30"],
    ["On Mondays?", "closed on Mondays"],
    ["What about dogs?", "Dogs may come in"],
  ],
  [
    ["How much is a ticket for adults at the lifeboat museum?", "9 pounds"],
    ["And for children?", "4 pounds"],
    ["How long does the guided tour take?", "45 minutes"],
    ["Where does it start?", "boathouse"],
  ],
  [
    ["Who is the cook of the café at the lifeboat museum?", "Jonas Petherick"],
    ["Where did he work before?", "trawler"],
    ["And the bread?", "Polwenna"],
    ["Until when is soup served there?", "three o'clock"],
  ],
  [
    ["Wer hat die Heizung im Vereinshaus eingebaut?", "Firma Brandl"],
    ["Und wann?", "2016"],
    ["Womit läuft sie?", "Holzpellets"],
    ["Was kostet die Wartung?", "340 Euro"],
  ],
  [
    ["Was kostet der große Saal im Vereinshaus?", "120 Euro"],
    ["Und für Mitglieder?", "60 Euro"],
    ["Wie viele Personen fasst er?", "achtzig Personen"],
  ],
  [
    ["Qui a créé la bibliothèque roulante ?", "Odile Marchand"],
    ["Et en quelle année ?", "1978"],
    ["Combien de livres transporte-t-elle ?", "2 600 livres"],
  ],
  [
    ["¿Quién construyó el molino de Arriba?", "Blas Ortuño"],
    ["¿Y cuándo?", "1803"],
    ["¿Cuánto cuesta la visita?", "3 euros"],
    ["¿Y los domingos?", "gratuita"],
  ],
  [
    ["青石书店是谁创办的？", "周明远"],
    ["哪一年？", "一九九二年"],
  ],
];
