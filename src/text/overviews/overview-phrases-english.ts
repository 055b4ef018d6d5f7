import type { OverviewPatterns } from "./overview-patterns.ts";

const EN_FILES = "(?:documents?|files?|texts?|sources?|pdfs?|uploads?)";
const EN_HERE =
  "(?: (?:here|in here|in scope|available|uploaded|in (?:this|the) (?:folder|collection|thread|scope|library|workspace)))?";
const EN_SUM =
  "(?:short |brief |quick |general |concise |high level |one paragraph |executive )*(?:summary|overview|recap|synopsis|gist|outline)";

export const ENGLISH_PHRASES: OverviewPatterns = {
  hint: "summar|sum up|recap|tl dr|tldr|overview|synopsis|gist|outline|document|file|text|source|pdf|upload|new|latest|recent|added|compar|list|enumerate|name (?:all|every)|section|chapter|heading|topic|contents|structure|organi|divided|points|ideas|takeaways|messages|what do you know|what (?:do|can) (?:you|we) (?:have|read|see)|^what (?:s|is) (?:all )?(?:this|in)|^what stands in|^what are all|^tell me about|^describe|^what does .{1,150} (?:say|cover|contain|describe|deal with)|about$",
  before:
    "please|hi|hello|hey|ok|can you|could you|would you|will you|i would like(?: to have)?|i d like|i want|i need|let me have|show me|give me|give us|make me|make|write|" +
    "provide|tell me|just|quickly|briefly|shortly",
  behind:
    "please|for me|for us|briefly|shortly|in short|in brief|in a few (?:words|sentences|lines)|in (?:one|two|three|four|five|\\d{1,2}) (?:sentences?|paragraphs?|words|lines)",
  documents: [
    `(?:what|which) ${EN_FILES} (?:do (?:you|we|i) (?:have|know|see)(?: access to)?|are there|are|is there|have (?:you|we|i)(?: got| uploaded)?|can (?:you|i) (?:see|read|access|use|ask about)|did (?:i|we) upload|exist)${EN_HERE}`,
    `(?:what|which) ${EN_FILES} are (?:here|in here|in scope|available|uploaded|in (?:this|the) \\p{L}+)`,
    `(?:(?:list|name|show|enumerate) )?(?:me )?(?:all )?(?:of )?(?:the |my |your |our )?(?:available )?(?:documents|files|sources|uploads)(?: (?:that )?(?:you have|there are|i have|we have))?${EN_HERE}`,
    `(?:a |the )?list of (?:all )?(?:the |my |your |our )?(?:documents|files|sources)${EN_HERE}`,
    `how many (?:documents|files|sources|pdfs) (?:do (?:you|we|i) have|are there|are|have i uploaded|can you see)${EN_HERE}`,
    "what do you know|what (?:do|can) you (?:have|read|see)(?: here| access to)?|what do we have(?: here)?",
  ],
  news: [
    "(?:what s|what is|anything|is there anything|something) new(?: here| in here| today| this week| lately| recently| in (?:this|the) (?:folder|collection|thread|library|workspace))?",
    "what (?:has|have|was|were) (?:been )?(?:recently |lately |just |newly )?(?:added|uploaded)(?: recently| lately| last| today| this week| here)?",
    `(?:what are |which are |list )?(?:the |all )?(?:latest|newest|most recent|recently added|recent|new) (?:documents|files|uploads|additions|sources)${EN_HERE}`,
    "(?:what|which) (?:documents|files) are (?:new|newest|latest)",
  ],
  sections: [
    "(?:list|name|enumerate|what are|which are) (?:me )?(?:all )?(?:of )?(?:the )?(?:main )?(?:sections|chapters|headings|section titles|chapter titles|topics)(?: (?:of|in|from|covered (?:by|in)) (?<x>.+?))?",
    "(?:a |the )?(?:table of contents|contents|structure)(?: (?:of|for|from) (?<x>.+?))?",
    "(?:what|which) (?:sections|chapters|topics) (?:are there|are)(?: in (?<x>.+?))?",
    "(?:what|which) (?:sections|chapters|topics) does (?<x>.+?) (?:have|cover|contain)",
    "how is (?<x>.+?) (?:structured|organi[sz]ed|divided)",
  ],
  overview: [
    "(?:summari[sz]e|sum up|recap|tl dr|tldr)(?: (?<x>.+?))?",
    `(?:(?:a|an|the|some|your) )?${EN_SUM}(?: (?:of|on|about|for) (?<x>.+?))?`,
    "what (?:s|is|are|do|does) (?<x>(?:this|it|that|these|those|they|all this)(?: (?:document|file|text|paper|page|pdf|article|book|report|one|documents|files|texts|papers|pages))?) (?:all )?(?:about|say|cover|contain|mean)",
    "what (?:s|is) (?:in (?:here|this|these documents|these files|the documents|the files)|all this|this(?: all)?)",
    "tell me about (?<x>(?:this|these|the|your|my) (?:documents?|files?|texts?|papers?|pdfs?|article|book|report))",
    "what are (?:the )?(?:main|key|most important) (?:points|ideas|topics|takeaways|messages)(?: (?:of|in|from) (?<x>.+?))?",
    "(?:the )?(?:main|key|most important) (?:points|ideas|takeaways)(?: (?:of|in|from) (?<x>.+?))?",
  ],
  about: [
    "what (?:s|is|are) (?<x>.+?) about",
    "what does (?<x>.+?) (?:say|cover|contain|describe|deal with)",
    "what (?:s|is|stands) in (?<x>.+?)",
    "(?:tell me about|describe) (?<x>.+?)",
  ],
  compare: [
    "(?:compare|compare and contrast) (?<a>.+?) (?:versus|vs|with|to|against) (?<b>.+?)(?: (?:in terms of|regarding|with regard to|with respect to|as to|on the subject of) (?<aspect>.+?))?",
    "(?:compare|compare and contrast) (?<a>.+?) and (?<b>.+?)(?: (?:in terms of|regarding|with regard to|with respect to|as to|on the subject of) (?<aspect>.+?))?",
    "(?:a )?comparison (?:of|between) (?<a>.+?) (?:and|with) (?<b>.+?)",
  ],
  list: [
    "(?:list|enumerate) (?:me )?(?:(?:all|every|each|out) )?(?:of )?(?:the |my |our )?(?<x>.+?)(?: (?:that are |which are )?(?:mentioned|listed|named)(?: here)?)?",
    "name (?:all|every)(?: of)?(?: the)? (?<x>.+?)",
    "what are all (?:of )?(?:the )?(?<x>.+?)",
    "(?:a |the )?(?:full |complete )list of (?:all )?(?:the )?(?<x>.+?)",
  ],
  anything:
    "this that it these those they all everything anything of them the a my your our whole entire complete full document documents file files text texts page pages pdf pdfs folder " +
    "collection scope content contents thread library workspace here there and one in every each what is uploaded you have",
};
