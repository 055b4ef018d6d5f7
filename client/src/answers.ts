import type { Verification } from "./frames.ts";
import type { AnswerOf, Caller, Schemas } from "./operation-types.ts";

const ANSWER = "/v1/threads/{threadID}/messages/{messageID}/answer";
const ANSWERS = "/v1/threads/{threadID}/messages/{messageID}/answers";

/** A page of the versions of a question's answers, with their citations. */
export type AnswerVersions = AnswerOf<"GET", typeof ANSWERS>["data"];

export interface Rating {
  /** `none` removes an earlier rating. */
  readonly rating: "good" | "bad" | "none";
  /** The reason, in at most 500 characters. */
  readonly word?: string;
  /** Default: the version that the thread shows. */
  readonly answerId?: string;
}

/** Operations on the answers of a thread; each answer is named by its question. All throw `ApiError`. */
export class Answers {
  readonly #caller: Caller;
  readonly #threadID: string;

  constructor(caller: Caller, threadID: string) {
    this.#caller = caller;
    this.#threadID = threadID;
  }

  /**
   * Ends an answer that waits or is being written, and keeps its text so far. A finished answer stays
   * unchanged.
   */
  async stop(messageID: string): Promise<Schemas["Thread"]> {
    return (await this.#caller.request("DELETE", ANSWER, { params: this.#of(messageID) })).data;
  }

  /**
   * Requests another answer and keeps the present one as an earlier version. Waits up to 60 seconds.
   * @param answerId needed if the question has several answers
   * @param model one of the service's models
   * @param verification default: that of the shown version
   */
  async askAgain(
    messageID: string,
    answerId?: string,
    model?: string,
    verification?: Verification,
  ): Promise<Schemas["Thread"]> {
    const query = { answerId, model, verification };
    return (await this.#caller.request("POST", ANSWER, { params: this.#of(messageID), query })).data;
  }

  async versions(
    messageID: string,
    page: { readonly limit?: number; readonly offset?: number } = {},
  ): Promise<AnswerVersions> {
    return (await this.#caller.request("GET", ANSWERS, { params: this.#of(messageID), query: page })).data;
  }

  /** Shows this version to all readers of the thread. */
  async choose(messageID: string, answerId: string): Promise<Schemas["Thread"]> {
    return (
      await this.#caller.request("POST", `${ANSWER}/choose`, {
        params: this.#of(messageID),
        body: { answerId },
      })
    ).data;
  }

  /** Rates an answer; the owners of the organization can read the rating. */
  async rate(messageID: string, rating: Rating): Promise<void> {
    await this.#caller.request("POST", `${ANSWER}/feedback`, {
      params: this.#of(messageID),
      body: { ...rating },
    });
  }

  #of(messageID: string): { readonly threadID: string; readonly messageID: string } {
    return { threadID: this.#threadID, messageID };
  }
}
