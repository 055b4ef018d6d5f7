/** An address of a user's record. */
interface Address {
  readonly email: string;
  readonly type: string;
  readonly verifiedAt: Date | null;
}

/** What an identity's newest token said of its address; `email` is null for one that was not seen since this is kept. */
interface Proof {
  readonly email: string | null;
  readonly emailVerified: boolean;
}

/** How many addresses that nobody names any more a record keeps. */
const FORMER_ADDRESSES = 20;

/**
 * A user's addresses, given what each of the user's identities says now: verified is what one of them proves, and while one of them has not been
 * seen, what was verified before stays so. `named` is the address of who signs in.
 */
export function addressesAfter(known: readonly Address[], proofs: readonly Proof[], named: string, now: Date): Address[] {
  const isUnseen = proofs.some(({ email }) => email === null);
  const all = known.some(({ email }) => email === named) ? known : [...known, { email: named, type: "sign-in", verifiedAt: null }];
  const judged = all.map((address) => {
    const isProven = proofs.some((proof) => proof.emailVerified && proof.email === address.email);
    return {
      ...address,
      verifiedAt: isProven ? (address.verifiedAt ?? now) : isUnseen && address.email !== named ? address.verifiedAt : null,
    };
  });
  const isCurrent = ({ email, verifiedAt }: Address): boolean => verifiedAt !== null || proofs.some((proof) => proof.email === email);
  const former = judged.filter((address) => !isCurrent(address)).slice(-FORMER_ADDRESSES);
  return [...judged.filter(isCurrent), ...former].sort((a, b) => (a.email < b.email ? -1 : 1));
}
