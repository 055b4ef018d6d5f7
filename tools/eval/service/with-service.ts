import { startTemporaryService } from "../../../scripts/demo/temporary-service.ts";

const STATUSES = { SIGINT: 130, SIGTERM: 143 } as const;

/** A signal ended the run. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly status: number;

  constructor(signal: keyof typeof STATUSES) {
    super(`interrupted by ${signal}`);
    this.status = STATUSES[signal];
  }
}

export interface RunningService {
  readonly origin: string;
  readonly stateFolder: string;
}

/**
 * Runs `work` with a temporary service and removes it with its state in every case. @throws Interrupted,
 * Failure
 */
export async function withService<T>(
  vars: Readonly<Record<string, string>>,
  work: (service: RunningService) => Promise<T>,
): Promise<T> {
  const interrupted = Promise.withResolvers<never>();
  interrupted.promise.catch(() => {});
  const signals = ["SIGINT", "SIGTERM"] as const;
  const listeners = signals.map(
    (signal) => [signal, () => interrupted.reject(new Interrupted(signal))] as const,
  );
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const service = await startTemporaryService({ RATE_LIMITS: "off", ...vars });
  const main = async (): Promise<T> =>
    await work({ origin: await service.origin, stateFolder: service.stateFolder });
  try {
    return await Promise.race([interrupted.promise, main()]);
  } finally {
    await service.stop();
    for (const [signal, listener] of listeners) process.off(signal, listener);
  }
}
