/** The fields of a session that most tests leave as they are. */
export const PLAIN_SESSION = {
  rateKey: null,
  key: null,
  displayName: "",
  textIdentifiers: false,
  isStream: false,
  presence: false,
  drafts: false,
};
