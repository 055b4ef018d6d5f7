/** ASCII letters in lower case, everything else as it stands: how e-mail addresses are compared. */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
