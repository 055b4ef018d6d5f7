/**
 * The response of every operation. `duration` is in whole milliseconds, and `units` counts tokens of models
 * and ingestion.
 */
export interface Envelope {
  readonly code: string;
  readonly data: unknown;
  readonly details: {
    readonly consumption: { readonly units: number };
    readonly operation: { readonly duration: number; readonly operationId: string };
    readonly collectionTreeTruncated?: true;
  };
  readonly done: boolean;
  readonly eventKey: string;
  readonly message: string;
}

interface EnvelopeInput {
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
  readonly operationId: string;
  readonly duration: number;
  readonly units?: number | undefined;
  readonly collectionTreeTruncated?: true | undefined;
  readonly done?: boolean | undefined;
  readonly eventKey?: string | undefined;
}

export function envelope(input: EnvelopeInput): Envelope {
  return {
    code: input.code,
    data: input.data,
    details: {
      consumption: { units: input.units ?? 0 },
      operation: { duration: input.duration, operationId: input.operationId },
      ...(input.collectionTreeTruncated === true ? { collectionTreeTruncated: true } : {}),
    },
    done: input.done ?? true,
    eventKey: input.eventKey ?? "",
    message: input.message,
  };
}
