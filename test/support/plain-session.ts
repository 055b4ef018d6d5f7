/** The session fields that most tests leave unchanged. */
export const PLAIN_SESSION = {
  rateKey: null,
  key: null,
  displayName: "",
  textIdentifiers: false,
  isStream: false,
  presence: false,
  drafts: false,
};
