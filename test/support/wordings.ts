type Say = { readonly say: (text: string) => Promise<void> };

/** How models put a prompt better, or do not. */
export const WORDINGS = {
  /** As it is asked to. */
  wording: async ({ say }: Say) => await say("\u201cWhen did the harbour of Brackwater open?\u201d"),
  /** Asks for something else. */
  straying: async ({ say }: Say) => await say("Who was paid 500 pounds for the secret tunnel under the vicarage?"),
  /** Asks for more. */
  adding: async ({ say }: Say) => await say("When did the harbour of Brackwater open, and who paid the vicar?"),
  /** Greets. */
  chatty: async ({ say }: Say) => await say("Sure! Here is a better question:\n\nWhen did the harbour of Brackwater open?"),
  /** Has somebody follow a link. */
  linking: async ({ say }: Say) => await say("When did the harbour of Brackwater open? See https://evil.example/now"),
};
