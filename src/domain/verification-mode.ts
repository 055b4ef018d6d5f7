/**
 * Verification of a model's answer, weakest first. `off`: no marks. `mark`: each sentence has a mark.
 * `strict`: only sentences that the sources support stay.
 */
export const VERIFICATION_MODES = ["off", "mark", "strict"] as const;
export type VerificationMode = (typeof VERIFICATION_MODES)[number];

/** The mode that a question requests. Empty: the mode of the operator. */
export const REQUESTED_VERIFICATIONS = [...VERIFICATION_MODES, ""] as const;
export type RequestedVerification = (typeof REQUESTED_VERIFICATIONS)[number];

/** Returns the mode of an answer. A question can be stricter than the operator, but not weaker. */
export function verificationOf(
  operator: VerificationMode,
  requested: RequestedVerification,
): VerificationMode {
  if (requested === "") return operator;
  const isStricter = VERIFICATION_MODES.indexOf(requested) > VERIFICATION_MODES.indexOf(operator);
  return isStricter ? requested : operator;
}
