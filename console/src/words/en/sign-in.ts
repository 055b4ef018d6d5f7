/** The texts of the sign-in page, which no other page needs. */
export const signInPage = {
  "signIn.with": "Sign in with {label}",
  "signIn.leaving": "Going to {label} …",
  "signIn.signedOut": "You are signed out.",
  "signIn.nobody": "Nobody can sign in here yet. The operator of this service has to set a sign-in up.",
  "signIn.insecure": "Nobody can sign in here, because this address has no https. Open the service by https.",
  "signIn.issuer": "This service does not use that account provider. Choose one of these.",
  "signIn.expired": "This sign-in took more than ten minutes, or began in another browser. Sign in again.",
  "signIn.state": "The answer of the account provider belongs to another sign-in. Sign in again, in one tab.",
  "signIn.denied":
    "The account provider refused the sign-in. Try another account, or ask your administrator.",
  "signIn.provider":
    "The account provider does not answer. Try again in a moment. If it stays so, tell the operator of this service.",
  "signIn.token":
    "The service could not verify the answer of the account provider. Sign in again. If it stays so, tell the operator of this service.",
  "signIn.email":
    "Your account has no e-mail address, or does not share it. Add one, or use another account.",
} as const;
