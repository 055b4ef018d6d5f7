import { wordSet } from "./tokens.ts";

export const IRREGULAR_PARTICIPLES = wordSet(`
  arisen awoken beaten become begun bent bet bid bitten bled blown bound bought bred broadcast brought built burnt burst cast caught chosen
  clung come cut dealt done drawn driven drunk dug eaten fallen fed felt fled flown forbidden foreseen forgiven forgotten fought found
  frozen given ground grown heard held hidden hit hung hurt kept known laid learnt led left lent let lit lost made meant met
  misled misread mistaken outgrown overdrawn overridden overrun overseen overtaken overthrown overwritten paid proven put read rebuilt
  redone redrawn relaid remade repaid reread resent reset rewritten ridden risen rung run said sent set sewn shaken shed shown shrunk shut
  slain slid sold sought spelt spent split spoken spread sprung spun stolen struck strung stuck sung sunk swept sworn swung taken taught
  thought thrown told torn trodden understood undergone undertaken undone unwound upheld withdrawn withheld withstood won
  worn wound woven written wrung`);

/** Words in -ed that are no participles. */
export const NOT_PARTICIPLES = wordSet(`
  need feed speed seed embed bed red indeed hundred sacred wicked naked rugged ragged kindred proceed exceed succeed breed bleed weed
  reed greed creed deed steed shred one-hundred misdeed come become fallen risen arisen`);

/** Participles that name a state. With "by" they are passive. */
export const ADJECTIVES = wordSet(`
  based related interested limited supposed concerned mixed nested detailed complicated advanced experienced dedicated done finished
  expired tired worried pleased required enabled disabled deprecated malformed stuck broken left-handed case-folded biased skilled
  gone over-sized oversized aged so-called closed-source self-contained self-hosted well-known well-formed out-dated outdated crowded
  fixed`);

/** Verbs in un-: their participles are passive, other words in un-…-ed are adjectives. */
export const UNDOING_VERBS = wordSet(`
  understood undertaken undergone undone unwound unlocked unmounted unsubscribed unregistered uninstalled unloaded unpacked unzipped
  unshared unlinked unwrapped unescaped unblocked unpinned united unified`);
