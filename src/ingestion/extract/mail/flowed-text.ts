const SIGNATURE = "-- ";

/**
 * Restores paragraphs from format=flowed text (RFC 3676).
 * @param isSpaceLost whether the space before a soft break is removed (`DelSp`)
 */
export function flowedText(text: string, isSpaceLost: boolean): string {
  const paragraphs: string[] = [];
  let open: string[] = [];
  let openDepth = 0;
  const end = (): void => {
    if (open.length > 0)
      paragraphs.push(openDepth === 0 ? open.join("") : `${">".repeat(openDepth)} ${open.join("")}`);
    open = [];
  };
  for (const line of text.split("\n")) {
    const depth = quotesBefore(line);
    const content = line.slice(line[depth] === " " ? depth + 1 : depth);
    if (depth !== openDepth) end();
    openDepth = depth;
    const isCut = content.endsWith(" ") && content !== SIGNATURE;
    open.push(isCut && isSpaceLost ? content.slice(0, -1) : content);
    if (!isCut) end();
  }
  end();
  return paragraphs.join("\n");
}

function quotesBefore(line: string): number {
  let depth = 0;
  while (line[depth] === ">") depth += 1;
  return depth;
}
