import { wordSet } from "./tokens.ts";

export const PREPOSITIONS = wordSet(`
  of by to for from with without about on upon in into at than as like under over between after before through against per toward towards
  behind beside besides except within`);

export const SUBORDINATORS = wordSet(`
  that if when whenever because while unless until whether where since although though once so only just even both either then also after
  before as in for on with`);

export const RELATIVES = wordSet("who whom whose that which");

/** Verbs that may have an indirect question as their object. */
export const REPORTING = wordSet(`
  am is are was were be been being know knows knew known knowing say says said saying tell tells told telling ask asks asked asking
  see sees saw seen seeing show shows showed shown showing decide decides decided deciding name names named naming learn learns learned
  learning find finds found finding check checks checked checking choose chooses chose chosen choosing remember remembers remembered
  forget forgets record records recorded recording determine determines determined determining list lists listed listing
  count counts counted counting matter matters let lets give gives gave given giving hold holds note notes noted state states stated
  matters guess guesses read reads understand understands understood tells distinguish distinguishes specify specifies explain explains
  describe describes indicate indicates hide hides reveal reveals keep keeps prove proves identify identifies exclude excludes`);

const PEOPLE = wordSet(`
  person persons people human humans user users caller callers owner owners member members reader readers guest guests anyone anybody someone
  somebody everyone everybody nobody one ones all others another both each few many most some none client clients colleague colleagues
  friend friends staff team teams student students employee employees principal principals participant participants recipient recipients
  admin admins man men woman women child children contact contacts audience public party parties applicant applicants accountant assistant
  customer customers stranger strangers lawyer lawyers subject subjects role roles organization organizations tenant tenants service services
  us you we i`);

/** Words for things that end like words for people. */
const THINGS = wordSet(`
  answer answers order orders number numbers letter letters folder folders server servers worker workers header headers after never over under
  other paper papers chapter chapters matter matters filter filters buffer buffers error errors vector vectors color colors parser parsers
  pointer pointers character characters parameter parameters identifier identifiers counter counters later better newer older per for or nor
  remember consider enter whether either neither rather ever however layer layers timer timers power water offer offers transfer transfers
  refer differ deliver delivers render renders container containers register registers cover covers monitor monitors cursor cursors
  processor processors operator-precedence factor factors behavior favor constant constants grant grants want wants committee`);

export function isPerson(word: string): boolean {
  if (PEOPLE.has(word)) return true;
  return (
    !THINGS.has(word) &&
    /(?:...er|...or|...ist|...ant|..ees?|ers|ors|ists|ants)$/.test(word) &&
    !/(?:ever|wer)$/.test(word)
  );
}
