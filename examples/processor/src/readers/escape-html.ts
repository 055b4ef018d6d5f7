const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes text for HTML and for WebVTT cues. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? "");
}
