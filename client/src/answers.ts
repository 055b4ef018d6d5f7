import type { AnswerOf, Caller, Schemas } from "./operation-types.ts";

const ANSWER = "/v1/threads/{threadID}/messages/{messageID}/answer";
const ANSWERS = "/v1/threads/{threadID}/messages/{messageID}/answers";

/** A page of the versions of a question's answers, each with its citations. */
export type AnswerVersions = AnswerOf<"GET", typeof ANSWERS>["data"];

export interface Rating {
  /** `none` takes an earlier one back. */
  readonly rating: "good" | "bad" | "none";
  /** Why, in at most 500 characters. */
  readonly word?: string;
  /** A version; default: the one that is shown. */
  readonly answerId?: string;
}

/** What can be done with the answers of a thread, each named by its question. All throw `ApiError` when the service says anything but `ok`. */
export class Answers {
  readonly #caller: Caller;
  readonly #threadID: string;

  constructor(caller: Caller, threadID: string) {
    this.#caller = caller;
    this.#threadID = threadID;
  }

  /** Ends an answer that is being written as it is, or that waits; one that has ended stays as it is. */
  async stop(messageID: string): Promise<Schemas["Thread"]> {
    return (await this.#caller.request("DELETE", ANSWER, { params: this.#of(messageID) })).data;
  }

  /** Has the question answered once more; the answer before is kept as an earlier version. Waits up to 60 seconds. @param answerId which, of several @param model which of the service's writes it */
  async askAgain(messageID: string, answerId?: string, model?: string): Promise<Schemas["Thread"]> {
    return (await this.#caller.request("POST", ANSWER, { params: this.#of(messageID), query: { answerId, model } })).data;
  }

  async versions(messageID: string, page: { readonly limit?: number; readonly offset?: number } = {}): Promise<AnswerVersions> {
    return (await this.#caller.request("GET", ANSWERS, { params: this.#of(messageID), query: page })).data;
  }

  /** Shows that version to everybody, in place of the other one. */
  async choose(messageID: string, answerId: string): Promise<Schemas["Thread"]> {
    return (await this.#caller.request("POST", `${ANSWER}/choose`, { params: this.#of(messageID), body: { answerId } })).data;
  }

  /** The owners of the organization read it. */
  async rate(messageID: string, rating: Rating): Promise<void> {
    await this.#caller.request("POST", `${ANSWER}/feedback`, { params: this.#of(messageID), body: { ...rating } });
  }

  #of(messageID: string): { readonly threadID: string; readonly messageID: string } {
    return { threadID: this.#threadID, messageID };
  }
}
