/** An e-mail address in the record of a user. */
interface Address {
  readonly email: string;
  readonly type: string;
  readonly verifiedAt: Date | null;
}

/** An e-mail address in the newest token of an identity. */
interface Proof {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Maximum number of former addresses in the record of a user. */
const FORMER_ADDRESSES = 20;

/**
 * Returns the addresses of a user after a sign-in with the address `named`. An address is verified if the
 * token of one identity of the user proves it.
 */
export function addressesAfter(
  known: readonly Address[],
  proofs: readonly Proof[],
  named: string,
  now: Date,
): Address[] {
  const all = known.some(({ email }) => email === named)
    ? known
    : [...known, { email: named, type: "sign-in", verifiedAt: null }];
  const judged = all.map((address) => {
    const isProven = proofs.some((proof) => proof.emailVerified && proof.email === address.email);
    return { ...address, verifiedAt: isProven ? (address.verifiedAt ?? now) : null };
  });
  const isCurrent = ({ email, verifiedAt }: Address): boolean =>
    verifiedAt !== null || proofs.some((proof) => proof.email === email);
  const former = judged.filter((address) => !isCurrent(address)).slice(-FORMER_ADDRESSES);
  return [...judged.filter(isCurrent), ...former].sort((a, b) => (a.email < b.email ? -1 : 1));
}
