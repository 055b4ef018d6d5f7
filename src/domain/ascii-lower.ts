/**
 * Converts ASCII letters to lower case and leaves other characters unchanged. The service compares e-mail
 * addresses in this form.
 */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
