/** Function words for language detection, in lower case, with and without accents. */
export const LANGUAGE_MARKERS = {
  en: `what who whom whose when where which how why is are was were does did do the of in to and a an for from with by on at as that this
    these those it its his her their they he she we you i my your our be been being has have had can could will would should may might
    must not or if than there any about into do s t`,
  de: `was wer wem wen wessen wann wo woher wohin welche welcher welches welchen welchem wie wieviel wieviele warum wieso weshalb ist
    sind war waren hat hatte haben die der das den dem des und oder wurde wurden wird werden im am vom zum zur von mit für fuer auf
    bei bis nach aus um in über ueber ein eine einen einem einer eines nicht auch sich es ich man mir mich wir uns ihr sie darf dürfen
    duerfen kann können koennen muss müssen muessen soll sollte gibt es dort hier wenn dass als ja kein keine manche wogegen wozu worauf worüber worin womit wodurch wofür woran woraus heißt heisst oft wurde man`,
  fr: `que qu qui quand où ou quel quelle quels quelles comment pourquoi combien est sont était etait étaient ont la le les l d du des de
    et une un quoi dans sur pour par avec au aux en il elle ils elles on peut faut sa son ses ce cette ces pas ne se je nous vous dont
    j ai avons avez suis sommes êtes dois doit doivent devons devez faire si mon ma mes notre votre leur leurs`,
  es: `qué que quién quien quiénes quienes cuándo cuando dónde donde cuál cual cuáles cuales cómo como cuántos cuantos cuántas cuantas
    cuánto cuanto es son fue fueron está esta hay el la los las del al de en y una un por para con se su sus no lo puede puedo debe`,
  it: `che chi quando dove quale quali come perché perche quanti quante quanto quanta è sono era erano il lo gli la le della delle dello
    degli dei del dal nel nella di a da in e una un uno cosa con per si ha non su al alla può posso`,
  pt: `que quem quando onde qual quais como quantos quantas quanto é são sao foi foram o os a as do da dos das de em no na nos nas e uma
    um por para com se não nao seu sua ao à pode posso há ha`,
  nl: `wat wie wanneer waar welke welk hoe waarom hoeveel is zijn was waren heeft hebben de het een van en werd werden in op met voor
    door bij naar uit er niet ook dat die dit deze aan om te kan mag moet ik je u`,
  ru: `что кто кого чем когда где куда откуда какой какая какое какие каких каким как почему зачем сколько чей в на и с по из за для от
    был была было были это ли у к о не`,
  ar: `ما من متى أين كيف كم هل لماذا ماذا في هو هي التي الذي إلى على عن كان كانت أي`,
  vi: `là của và các những được trong với để khi từ đã có không này đó ở gì nào ai đâu đây sao bao nhiêu mấy thế vì tại cho năm người như về
    bằng theo cần tôi bạn`,
  pl: `co kto kiedy gdzie jak jaki jaka jakie dlaczego ile czy jest są sa był była było w z na i do od nie się sie po o przez dla który
    która które`,
  sv: `vad vem när nar var vilken vilket vilka hur varför varfor många manga mycket är ar och att det som en ett av på pa i för om kan
    får till med inte den de har`,
  da: `hvad hvem hvornår hvor hvilken hvilket hvilke hvordan hvorfor mange meget er og at det som en et af på i for kan må til med ikke
    den de har hva når hvilket være`,
  fi: `mikä mika kuka milloin missä missa mistä miten miksi kuinka paljon monta on ovat oli ja että ei se voi`,
  ro: `ce cine când cand unde cum cât cat câte cate câți cati este e sunt a fost au și si în in la de pe cu din pentru un o al ale
    lui să sa nu se`,
  tr: `ne kim nerede nereye hangi nasıl nasil neden kaç kac kadar mi mı mu mü bir ve bu için icin ile olarak var ne zaman`,
  id: `apa siapa kapan dimana mana bagaimana mengapa berapa yang di ke dari dan untuk dengan ini itu adalah ada tidak pada`,
  cs: `kdo kdy kde jaký jaka jaké proč kolik je jsou byl byla a na se do pro že`,
  hu: `mi ki mikor hol melyik hogyan miért hány mennyi a az és egy van volt nem hogy`,
} as const;
