const BLOCK_COMMENT =
  /^\s{0,24}(?:\/\/|#(?!!|include|define|if|endif|else|pragma)|--|\*|\/\*|@\w|\[\w|"""|''')/;

/**
 * Patterns for lines that begin a definition (function, class, type, table) in common languages. Indented
 * lines count as class members.
 */
const STARTS: readonly RegExp[] = [
  // JavaScript, TypeScript
  /^\s{0,8}(?:export\s{1,4}(?:default\s{1,4})?)?(?:declare\s{1,4})?(?:abstract\s{1,4})?(?:async\s{1,4})?(?:function\b|class\s|interface\s|enum\s|namespace\s)/,
  /^(?:export\s{1,4})?(?:declare\s{1,4})?type\s{1,4}[\w$]{1,80}\s{0,4}[=<]/,
  /^(?:export\s{1,4})?(?:const|let|var)\s{1,4}[\w$]{1,80}\s{0,4}(?::[^=\n]{1,160})?=\s{0,4}(?:async\s{1,4})?(?:\(|function\b|[\w$]{1,40}\s{0,4}=>)/,
  // JavaScript and TypeScript class members
  /^(?: {2}| {4}|\t)(?!(?:if|for|while|switch|catch|return|else|do|with|case)\b)(?:(?:static|get|set|async)\s{1,4}){0,3}[*#]{0,2}[\w$]{1,80}(?:<[^>\n]{0,80}>)?\([^;\n]{0,200}\{\s{0,4}$/,
  // Python, Ruby
  /^\s{0,12}(?:async\s{1,4})?def\s{1,4}[\w.?!=]{1,80}/,
  /^\s{0,8}(?:class|module)\s{1,4}[A-Z][\w:.]{0,80}/,
  // Go, Swift, Kotlin, Rust, PHP
  /^func\s{0,4}[\w(]/,
  /^type\s{1,4}\w{1,80}\s{1,4}(?:struct|interface|func|map|\w)/,
  /^\s{0,8}(?:(?:public|private|internal|fileprivate|open|protected|override|static|final|suspend|inline|data|sealed|abstract|mutating|companion|operator|indirect|readonly)\s{1,4}){0,5}(?:func|fun|class|struct|enum|protocol|extension|object|actor|interface|trait|function)\s{1,4}[\w&<`]/,
  /^\s{0,8}(?:pub(?:\([\w\s:]{1,40}\))?\s{1,4})?(?:default\s{1,4})?(?:const\s{1,4})?(?:async\s{1,4})?(?:unsafe\s{1,4})?(?:extern\s{1,4}"[^"\n]{0,20}"\s{1,4})?(?:fn|struct|enum|trait|union|mod|impl|macro_rules!)(?:\s|<)/,
  // Java, C#: a modifier, a type, a name and a parenthesis
  /^\s{0,8}(?:(?:public|private|protected|internal|static|final|abstract|override|virtual|async|sealed|synchronized|native|default|partial|readonly|record)\s{1,4}){1,6}[\w<>[\],.? ]{1,120}[({]/,
  /^\s{0,8}(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial)\s{1,4}){0,5}(?:record|namespace|@interface)\s{1,4}\w/,
  // C, C++: a type at column 0, a name, a parenthesis, and no semicolon at the end
  /^(?!(?:if|for|while|switch|return|else|case|do|new|delete|throw|using|typedef|goto|sizeof|print|echo)\b)[A-Za-z_][\w:<>,*& \t]{0,100}[ \t*&][\w:~]{1,80}\s{0,4}\([^;\n]{0,300}$/,
  /^(?:typedef\s{1,4})?(?:struct|union|enum|class|namespace|template)\b[^;\n]{0,200}$/,
  /^#define\s{1,4}\w{1,80}\(/,
  // SQL
  /^\s{0,4}(?:create|alter)\s{1,4}(?:or\s{1,4}replace\s{1,4})?(?:global\s{1,4}|temp(?:orary)?\s{1,4}|unique\s{1,4}|materialized\s{1,4})?(?:table|view|index|function|procedure|trigger|type|schema|sequence)\b/i,
  // Shell
  /^(?:function\s{1,4}[\w:-]{1,80}|[\w:-]{1,80}\s{0,4}\(\)\s{0,4}\{?\s{0,4}$)/,
  // Sections of configuration files
  /^\[\[?[\w.:"' -]{1,80}\]\]?\s{0,4}$/,
];

const MAX_LINE_CHARS = 400;

export function isDefinition(line: string): boolean {
  const head = line.slice(0, MAX_LINE_CHARS);
  return STARTS.some((start) => start.test(head));
}

/** Whether a line belongs to the definition below it: a comment, a decorator, an attribute. */
export function isIntroduction(line: string): boolean {
  return BLOCK_COMMENT.test(line.slice(0, MAX_LINE_CHARS));
}
