/**
 * Abbreviations before a name or within a phrase. The full stop after them hardly ever ends a sentence. Lower
 * case with inner stops.
 */
export const MID_SENTENCE_ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    "dr mr mrs ms mx prof rev hon st sgt lt capt col gen cmdr adm maj gov sen rep pres mme mlle messrs mt ft " +
    "e.g eg i.e ie cf vs viz approx ca al resp incl excl esp ed eds trans " +
    "z.b d.h u.a bzw vgl evtl ggf hrsg hr fr dipl ing sog inkl zzgl " +
    "p.ex c.-à-d sra srta dra ud uds sig dott"
  ).split(" "),
);

/** Words that are abbreviations only before a number: "no. 5", but "He said no." */
export const ABBREVIATIONS_BEFORE_NUMBERS: ReadonlySet<string> = new Set(
  (
    "no nos nr fig figs eq eqs vol p pp s sec secs ch chap art arts ref refs tab app par para abs bd kap cap núm n abb " +
    "jan feb mar apr jun jul aug sep sept oct nov dec c"
  ).split(" "),
);

/** Abbreviations that often end a sentence. The next word decides whether the sentence continues. */
export const AMBIGUOUS_ABBREVIATIONS: ReadonlySet<string> = new Set(
  "inc ltd co corp jr sr etc usw bros dept est ph.d m.d".split(" "),
);

/** Words that begin sentences far more often than they follow an abbreviation such as "U.S." or "Inc." */
export const SENTENCE_STARTERS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those it its he she they we you i his her their our in on at by for from as if when while after before " +
    "since although though however but and or so yet there here what who where why how one some many most all each both no not " +
    "der die das ein eine er sie es wir im am le la les un une il elle el los las en"
  ).split(" "),
);

/** Words after an ordinal number in languages that write it with a full stop: "3. Oktober". */
export const WORDS_AFTER_ORDINALS: ReadonlySet<string> = new Set(
  (
    "januar jänner februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts jahrhunderte jh " +
    "januari februari marts maj juli augusti desember leden únor"
  ).split(" "),
);
