/**
 * Function words, folded as `termsOf` folds: questions are full of them, and they say nothing about a passage's subject. What is a common noun,
 * verb or abbreviation in English (German "die", "war", French "son") is left out of the other languages' lists: one list serves all questions.
 */
const ENGLISH = `a about above after again against all also am an and any are aren as at be because been before being below between both but by
  can cannot could couldn d did didn do does doesn doing don down during each few for from further had hadn has hasn have haven having he her here
  hers herself him himself his how i if in into is isn it its itself just ll m me more most my myself no nor not of off on once only or other our
  ours ourselves out over own please re s same shall she should shouldn so some such t tell than that the their theirs them themselves then there
  these they this those through to too under until up ve very was wasn we were weren what when where which while who whom whose why will with
  won would wouldn you your yours yourself yourselves`;
const GERMAN = `aber als am an auch auf aus bei beim bis bist da damit dann das dass dein dem der dessen dies diese diesem diesen
  dieser dieses doch dort du durch ein eine einem einen einer eines er es hatte hatten hier ich ihm ihn ihr ihre ihrem ihren ihrer im in ist
  ja jede jedem jeden jeder jedes kann kein keine konnen mein nach nicht noch nur oder ohne sein seine seinem seinen seiner sich sie sind
  so um und uns unter vom von vor wann waren warum was welche welchem welchen welcher welches wem wen wenn wer werden wessen wie wieso wird
  wo wurde wurden zu zum zur`;
const FRENCH = `au aux avec ce ces cet cette combien d dans de donc du elle elles en et ete etre eux il ils j je l les leur
  leurs lui m mais me n ne nos notre nous ont ou pas pourquoi qu quand que quel quelle quelles quels qui quoi s sa se sont
  sur t ta te tes tu un une vos votre vous y`;
const SPANISH = `a al como cual cuales cuando cuanta cuantas cuanto cuantos de del donde el ella ellas ellos en era eran es esa ese eso esta
  estan este esto fue fueron les lo mas me mi muy nos o para pero por porque que quien quienes se ser si sobre su
  sus te tu un una unas uno unos y ya`;

export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${GERMAN} ${FRENCH} ${SPANISH}`.split(/\s+/));
