import { describe, expect, test } from "vitest";
import { hasClauseAsNoun } from "../../../scripts/lint/prose/clause-as-noun.ts";
import { maskText } from "../../../scripts/lint/prose/mask-text.ts";

const isBroken = (sentence: string): boolean => hasClauseAsNoun(maskText(sentence));

describe("a clause stands as a noun", () => {
  test.each([
    "What fails leaves it as it was, with the reason.",
    "what a user sees after a merge",
    "Who has lost access is closed.",
    "The comment says what it does.",
    "It is a part of what was said.",
    "Requests are counted by who asks.",
    "Whoever owns an organization names an address.",
    "The room sends it to whoever listens.",
    "Returns whatever the model wrote.",
    "It takes whichever is larger.",
    "That which nobody reads is deleted.",
    "The frame reaches those who asked for it.",
    "Which file the reader takes.",
    "How long a job waits.",
    "The number of how often it was asked.",
    "Whose key the request carries.",
    "It knows who may read the thread.",
    "Looks who listens: who is gone is closed.",
    "When a link ends, who opened it loses access.",
    "That's what's stored.",
    'Says what "owner" means.',
    "Says what `owner` means.",
    'It asks what follows "Is it open?"',
    "- what a link shows",
  ])("%s", (sentence) => expect(isBroken(sentence)).toBe(true));
});

describe("questions, relative clauses and quotations pass", () => {
  test.each([
    "Who owns it?",
    "What does the gate read?",
    "The user who asked gets the answer.",
    "A user of another organization who asks gets an error.",
    "The owner, who pays for it, can delete the key.",
    "The user who asked and who may read the asset.",
    "Anyone who has the link can read the thread.",
    "People who share a thread see its answers.",
    "The admin to whom the key belongs.",
    "The user whose token expired.",
    "Files which have no text are skipped.",
    "The folder in which the file lies.",
    "It selects which handler runs.",
    "The parser explains how the stages work.",
    "Shows how to start the service.",
    "The first of 25 MiB and 30 s, whichever comes first.",
    "The job ends after an hour, whatever its state.",
    "The index retries no matter what failed.",
    'The question "what is a chunk" has no answer.',
    "The field `what` names the operation.",
    "The words who, what, and which are stop words.",
    "Serve it under the name `map`, which the browser reads.",
    "Serve it under the name — which the browser reads.",
  ])("%s", (sentence) => expect(isBroken(sentence)).toBe(false));
});
