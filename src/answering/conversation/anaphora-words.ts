/** Words that begin a follow-up question, in lower case with accents. */
const LEADS = `and but or also then und aber oder dann auch et mais alors puis y pero entonces e ma mas então allora maar och og ve ya peki
  и а но или و και αλλά और लेकिन và còn thế și dar 그럼 그러면 그리고`;
export const LEADING = new Set(LEADS.split(/\s+/));
/** Phrases of several words that begin a follow-up question. */
export const LEADING_PHRASE =
  /^(?:(?:what|how) about|same (?:for|question)|was ist mit|wie (?:ist|steht|sieht) (?:es|das) (?:mit|bei|für)|qu['’]en est[- ]il|et pour|¿?(?:y|e) (?:qué|que|quanto)|hoe zit het|en (?:wat|hoe|wie|waar|wanneer|waarom|voor|op|in)\b(?! qu)|что насчёт|что насчет|как насчёт|как насчет|و(?:ماذا|متى|أين|كم|كيف|من|هل|لماذا|ما))(?![\p{L}\p{M}])/u;
/** Words that begin a follow-up question in scripts without spaces. */
export const LEADING_UNSPACED =
  /^(?:那么|那麼|那|还有|還有|而且|而|以及|じゃあ|では|でも|それで|そして|แล้ว|และ)/u;
export const ANAPHORA_UNSPACED =
  /[他她它牠]|那里|那裡|那儿|那个|那個|这个|這個|这里|彼|それ|そこ|その|あれ|^(?:เขา|เธอ|มัน)|ที่นั่น/u;

/** Pronouns in several languages, in lower case with accents. */
const PRONOUNS = `he she it him her his hers its they them their theirs this these those there
  er sie es ihn ihm ihr ihre ihren ihrem ihrer ihres seine seinen seinem seiner seines dessen deren dort davon dazu damit daran darin dafür dabei diese dieser dieses diesen diesem
  il elle ils elles lui leur leurs sa ses celui celle ceux celles là ça cela
  él ella ellos ellas su sus eso allí ahí
  lui lei loro suo sua suoi sue quello quella lì ciò
  ele ela eles elas seu sua seus suas isso isto ali lá
  hij zij haar hun daar
  он она оно они его её ее их ему ей им него неё нее них там это этот эта эти
  jego jej tam
  han hon dess deras där
  onun onlar orada
  هو هي هم هناك
  onu ona ondan onları oraya αυτός αυτή αυτό αυτοί αυτά εκεί वह उसने उसका उसकी उसके उसे वे उन्होंने उनका उनकी उनके यह इसने इसका इसकी इसके इसे वहाँ वहां
  nó họ ấy đó acolo acesta aceasta acestea
  그 그녀 그는 그가 그의 그것 그것은 그녀는 거기 거기서`;
export const ANAPHORA_WORDS = new Set(PRONOUNS.split(/\s+/));

/** Matches expletive pronouns, which refer to nothing: "is there", "gibt es", "Y a-t-il". */
export const EXPLETIVE_PRONOUN =
  /(?:^|\s)(?:(?:is|are|was|were|will|has|have|had|can|could|did|do|does) there(?=\s+(?:a|an|any|anything|some|many|more|no|still|room|been|be|enough|other)\b)|there (?:is|are|was|were)|gibt es|gab es|y a-t-il|a-t-il (?:un|une|des)|[\p{L}\p{M}]{4,}-ils?)(?![\p{L}\p{M}])/gu;
/** Matches "that" at the end: "Why is that?". Elsewhere in a question "that" usually begins a clause. */
export const LAST_THAT = /(?<![\p{L}\p{M}])that[\s?!.]*$/u;
/** Matches "which one" and similar phrases, which select something from earlier text. */
export const CHOICE =
  /(?<![\p{L}\p{M}])(?:which|what|that|this|the other|the first|the second|the last) ones?(?![\p{L}\p{M}])/u;
/** Matches "both" or "the two" without a noun, which refer to the conversation. */
export const BOTH =
  /(?<![\p{L}\p{M}])(?:the two(?: of them)?|both(?: of them)?|(?:de[nr]|die) beiden|beide|les deux|(?:los|las) dos|ambos|ambas|entrambi|entrambe|i due|le due|os dois|as duas)(?=\s*(?:[?!.,;]|$)|\s(?:differ|is|are|was|were|has|have|do|does|did|ist|sind|war|waren|hat|haben)(?![\p{L}\p{M}]))/u;

const ASKING = `what who whom whose when where which why how was wer wem wen wann wo welche welcher welches wie warum wieso qui que quoi quand où quel
  quelle quels quelles comment pourquoi combien qué quién cuándo dónde cuál cómo cuánto cuánta cuántos cuántas che chi quando dove quale come perché
  quanto quem onde qual wat wie wanneer waar welke hoe waarom что кто когда где какой какая какие как почему сколько ما من متى أين كيف كم هل
  kim nerede nereye hangi nasıl neden kaç ποιος ποια ποιο τι πού πότε πώς γιατί πόσο कौन क्या कहाँ कहां कब क्यों कैसे किसने ai gì nào đâu sao mấy
  cine când unde care cum cât`;
export const QUESTION_WORD = new Set(ASKING.split(/\s+/));
