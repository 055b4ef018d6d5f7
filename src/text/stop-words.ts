/**
 * Function words, normalized like the terms of `termsOf`. They reveal nothing about a passage's subject. One
 * list serves all languages, so it omits foreign words that are common English words (German "die", "war",
 * French "son").
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

const RUSSIAN = `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да для до его ее если есть еще же за и из или
  им их к как какая какие каким каких какого какое какои каком какую ко когда кого кому которая которого которое которои которые
  которыи которых кто куда ли либо между меня мне можно мы на над не него нее неи нем нет них но ну о об он она они оно от откуда по
  под почему при про с сам свое свои своеи своих свою сколько со также там те тем то того тоже тои только том тот ты у уже чего чеи
  чем чему что чтобы чье чья эта эти этих это этого этои этом этот эту я`;
const GREEK = `αλλα αν απο αυτα αυτεσ αυτη αυτησ αυτο αυτοι αυτου αυτων για γιατι δε δεν δια δυο εαν ειναι ειχαν ειχε εκεινο ενα εναν ενασ επι η
  ηταν θα και κατα κι μα με μετα μεσα μια μιασ μου να ο οι ολα ομωσ οποια οποιεσ οποιο οποιοι οποιοσ οποιων οπου οπωσ οταν οτι ουτε
  παρα ποια ποιεσ ποιο ποιοι ποιον ποιοσ ποιου ποιουσ ποιων ποσα ποσεσ ποση ποσο ποσοι ποσουσ ποσοσ ποτε που πριν προσ πωσ σαν σασ σε στα
  στη στην στισ στο στον στουσ στων τα τη την τησ τι τισ το τον του τουσ των υπο ωσ`;
const ARABIC = `اذا الا التي الذي الذين الى ان انه انها او اي اين ايضا بعد بين تلك ثم حتى حول حيث خلال ذلك سوف ضد على عليه عليها عن عند عندما غير
  فقد فقط في فيما فيه فيها قبل قد كان كانت كل كم كما كيف لا لقد لكن لم لماذا له لها ليس ما ماذا متى مع من منذ منه منها نحو هذا هذه
  هل هم هنا هناك هو هي و وقد وكان ولا ولم وما ومن وهو وهي يكون`;
const HINDI = `अपना अपनी अपने इन इस इसका इसकी इसके उन उनका उनकी उनके उस उसका उसकी उसके ऐसा ऐसे एक और कई कब कहा कहाँ कहां का कि कितना कितनी कितने
  किन किस किसका किसकी किसके किसने किसी की कुछ के कैसे को कोई कौन कौनसा क्या क्यों गई गए गया जब जहाँ जहां जिन जिस जो तक तथा तो था थी
  थीं थे द्वारा दिया दी दे न नहीं ने पर पास बाद बारे भी मे में यदि यह या ये रहा रही रहे लिए वह वाला वाली वाले वे सकता सकती सकते सभी
  साथ से हम ही हुआ हुई हुए है हैं हो होता होती होते होने`;
const TURKISH = `acaba ama ancak bana bazi bir biri bu bunlar bunu bunun cok daha da de degil diye en gibi hangi hangisi hem icin ile ise kac kadar
  kim kime kimin kimler ki mi mu ne neden nedir nerede nereye neydi nasil olan olarak oldu oldugu olur o onlar onu onun sey siz
  sonra su tarafindan uzere var ve veya ya yani zaman`;
const ROMANIAN = `a acea aceasta aceste acest acesta acestei acestor acestui ai al ale am ar au avea avut ca catre cand cat cate cati ce cea cei cel
  cele celor cine cu cum cui da dar de decat deci despre din dintre doar dupa ea ei el ele era erau este eu fi fie fiind fost iar il
  in intre isi la le lor lui mai ne ni nici noi nu o ori pe pentru prin sa sau se si sunt sub te toate tot un una unde unei unor
  unui va voi`;

/** Function words of other languages that are content words in English: "the cat", "an era", "/var". */
export const ENGLISH_CONTENT_WORDS: ReadonlySet<string> = new Set(
  "ai ale cat era hem kim mu sub var".split(" "),
);

export const STOP_WORDS: ReadonlySet<string> = new Set(
  [ENGLISH, GERMAN, FRENCH, SPANISH, RUSSIAN, GREEK, ARABIC, HINDI, TURKISH, ROMANIAN].flatMap((words) =>
    words.split(/\s+/),
  ),
);
