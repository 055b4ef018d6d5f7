/** Non-ASCII letters of a language, the most frequent first. */
export interface Alphabet {
  readonly ranks: ReadonlyMap<string, number>;
  /** Whether most letters in words of this language are ASCII. */
  readonly isLatin: boolean;
}

const LATIN: readonly string[] = [
  "äüöß", // German
  "éèàêçôâûîùïëœüæÿ", // French
  "óíáéñúü", // Spanish
  "ãçéáíóêõúâàôü", // Portuguese
  "èàùòéìî", // Italian
  "åøæéöä", // Danish, Norwegian
  "äöåéü", // Swedish, Finnish
  "áíðéóþæúöý", // Icelandic
  "łęąóżśćńź", // Polish
  "íáěéčřšžýůúťňďó", // Czech
  "áíčžýšéľúťňôäďóĺŕ", // Slovak
  "áéöóőüíúű", // Hungarian
  "čžšćđ", // Croatian, Slovenian
  "ăîâșțşţ", // Romanian
  "ıüşğöçâî", // Turkish
  "ėšąųčžįęū", // Lithuanian
  "āīēšūņķļžčģ", // Latvian
  "äõüöšž", // Estonian
  "éèïëöüáó", // Dutch
];
const OTHERS: readonly string[] = [
  "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", // Russian
  "оаинвіетрсклудмпзяьбгйчжхцюєїшщфґ", // Ukrainian
  "аеиотнрсвлдкпмзгуъбяжчцщшюхйфь", // Bulgarian
  "аоиентрсјвдкмупгљзбчњцшћхжђфџ", // Serbian
  "αοιετσνηυρπκμλςωδγχθφβξζψάέήίόύώϊϋΐΰ", // Greek
  "יוהלאתרמבשנעקדחפםןצכגטסזךץףְִֵֶַָֹֻּ", // Hebrew
  "اليمنرتوبدعسفكهحقجأةخصشىطضذإثزءغئآؤظ،؟ًٌَُِّْـ", // Arabic
  "านรกอเงมยลวดทตสปคบ่้ัีิแหะพชโไจขใผซถุูำ์ึ็ฟศธณภฐษญฎฉ๊ฏ๋ๆฯ", // Thai
];

export const ALPHABETS: readonly Alphabet[] = [
  ...LATIN.map((letters) => ({ ranks: ranksOf(letters), isLatin: true })),
  ...OTHERS.map((letters) => ({ ranks: ranksOf(letters), isLatin: false })),
];

/** The most frequent characters of East Asian texts by encoding. */
export const COMMON: Readonly<Record<string, ReadonlySet<string>>> = {
  shift_jis: new Set(
    "日本人年大一国会中出事者社月分生上東時行見地合業長後前部自子学間同手今新場高名立内回金方表文書章資料報告議経理用田山小川京区市名所明電話件数品物語動画写真",
  ),
  gb18030: new Set(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔资料文件",
  ),
  big5: new Set(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司料檔案",
  ),
  "euc-kr": new Set(
    "이다는의에가을고하지은한를로도사기그나아서으어들자대있일해것라정시인수리과보전만제부주여게면스적구니동상원공성문국비마소장유조미무요경계발생위안연방개신모세우내관분교실간선중영체회진행차현금재단운용표물말학식합등때된했던없않는같우리함께오늘항구문서자료보고",
  ),
  "euc-jp": new Set(
    "日本人年大一国会中出事者社月分生上東時行見地合業長後前部自子学間同手今新場高名立内回金方表文書章資料報告議経理用田山小川京区市所明電話件数品物語",
  ),
};

/**
 * Ranges of the lead and trail bytes of level 1 characters by encoding: first and last row, first and last
 * cell.
 */
const LEVEL_ONE: Readonly<Record<string, readonly [number, number, number, number]>> = {
  shift_jis: [0x88, 0x97, 0x40, 0xfc],
  "euc-jp": [0xb0, 0xcf, 0xa1, 0xfe],
  gb18030: [0xb0, 0xd7, 0xa1, 0xfe],
  big5: [0xa4, 0xc6, 0x40, 0xfe],
  "euc-kr": [0xb0, 0xc8, 0xa1, 0xfe],
};
const taught = new Map<string, ReadonlySet<string>>();

/** Returns the level 1 characters of an East Asian encoding. Nearly all texts consist of them. */
export function taughtLetters(encoding: string): ReadonlySet<string> {
  const known = taught.get(encoding);
  if (known !== undefined) return known;
  const [first, last, from, to] = LEVEL_ONE[encoding] ?? [1, 0, 0, 0];
  const bytes: number[] = [];
  for (let row = first; row <= last; row += 1)
    for (let letter = from; letter <= to; letter += 1) bytes.push(row, letter);
  const letters = new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
  taught.set(encoding, letters);
  return letters;
}

function ranksOf(letters: string): ReadonlyMap<string, number> {
  return new Map(Array.from(letters, (letter, at) => [letter, at / letters.length] as const));
}
