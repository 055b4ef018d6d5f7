import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { newJobId } from "./job-id.ts";
import { numberOf, recordOf, stringOf, type WaitingAsset, waitingAsset } from "./service/waiting-asset.ts";

/**
 * A file that this processor has claimed. It is saved before the claim request, so that the next start
 * continues after a crash.
 */
export interface Claim {
  readonly asset: WaitingAsset;
  readonly jobId: string;
  /** Number of started attempts. */
  readonly attempts: number;
}

const ASSET_ID = /^asset_[0-9a-z]{26}$/;

export class Claims {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<Claims> {
    const path = join(folder, "claims");
    await mkdir(path, { recursive: true, mode: 0o700 });
    return new Claims(path);
  }

  /** Lists the claims of earlier starts. */
  async list(): Promise<Claim[]> {
    const names = await readdir(this.#folder);
    const read = names.filter((name) => name.endsWith(".json")).map(async (name) => await this.#read(name));
    return (await Promise.all(read)).filter((claim) => claim !== null);
  }

  async add(asset: WaitingAsset): Promise<Claim> {
    const claim = { asset, jobId: newJobId(), attempts: 0 };
    await this.#write(claim);
    return claim;
  }

  /** Saves one more started attempt. */
  async begin(claim: Claim): Promise<Claim> {
    const begun = { ...claim, attempts: claim.attempts + 1 };
    await this.#write(begun);
    return begun;
  }

  /** Does not count the attempt, because the failure was not the file's fault. */
  async postpone(claim: Claim): Promise<Claim> {
    const postponed = { ...claim, attempts: Math.max(0, claim.attempts - 1) };
    await this.#write(postponed);
    return postponed;
  }

  async remove({ asset }: Claim): Promise<void> {
    await rm(this.#pathOf(asset.id), { force: true });
  }

  /** Writes atomically and syncs to disk: a lost claim would block its asset for a day. */
  async #write(claim: Claim): Promise<void> {
    const path = this.#pathOf(claim.asset.id);
    const file = await open(`${path}.new`, "w", 0o600);
    try {
      await file.writeFile(JSON.stringify(claim));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  }

  async #read(name: string): Promise<Claim | null> {
    try {
      const stored = recordOf(JSON.parse(await readFile(join(this.#folder, name), "utf8")));
      return {
        asset: waitingAsset(stored["asset"]),
        jobId: stringOf(stored, "jobId"),
        attempts: numberOf(stored, "attempts"),
      };
    } catch {
      return null;
    }
  }

  #pathOf(assetId: string): string {
    if (!ASSET_ID.test(assetId)) throw new Error("this is not an asset id");
    return join(this.#folder, `${assetId}.json`);
  }
}
