type Say = { readonly say: (text: string) => Promise<void> };

/** Replies of models that rewrite a prompt, valid or not. */
export const WORDINGS = {
  /** A valid rewrite. */
  wording: async ({ say }: Say) => await say("\u201cWhen did the harbour of Brackwater open?\u201d"),
  /** Asks for something else. */
  straying: async ({ say }: Say) => await say("Who was paid 500 pounds for the secret tunnel under the vicarage?"),
  /** Asks for more. */
  adding: async ({ say }: Say) => await say("When did the harbour of Brackwater open, and who paid the vicar?"),
  /** Adds a greeting. */
  chatty: async ({ say }: Say) => await say("Sure! Here is a better question:\n\nWhen did the harbour of Brackwater open?"),
  /** Adds a link. */
  linking: async ({ say }: Say) => await say("When did the harbour of Brackwater open? See https://evil.example/now"),
};
