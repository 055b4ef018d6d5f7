export interface Attached {
  readonly name: string;
  readonly type: string;
  readonly content: string;
  readonly disposition?: "attachment" | "inline";
}

/** A message with base64 attachments. */
export function makeMail(subject: string, text: string, attached: readonly Attached[]): string {
  const parts = attached.map(({ name, type, content, disposition = "attachment" }) =>
    [
      `Content-Type: ${type}; name="${name}"`,
      "Content-Transfer-Encoding: base64",
      `Content-Disposition: ${disposition}; filename="${name}"`,
      "",
      (
        Buffer.from(content)
          .toString("base64")
          .match(/.{1,76}/g) ?? []
      ).join("\r\n"),
    ].join("\r\n"),
  );
  const body = ["Content-Type: text/plain; charset=utf-8\r\n\r\n" + text, ...parts].map((part) => `--cut\r\n${part}\r\n`).join("");
  return [
    "From: Ada King <ada@example.org>",
    "To: Tom O'Neill <tom@example.org>",
    `Subject: ${subject}`,
    "Date: Mon, 2 Mar 2026 10:00:00 +0100",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="cut"',
    "",
    `${body}--cut--\r\n`,
  ].join("\r\n");
}
