import type { Finding } from '../../values/errors.ts';

/** The operator's own services that may ask what a live key grants. */
export interface Services {
  /** The name of the service whose credential this is, or null. */
  nameOf(credential: string): string | null;
}

/** The request bodies of the downloadable API description, by operation id. */
export interface OperationBodies {
  /** What is wrong with a payload for the operation, or null where no such operation takes a body. */
  check(operationId: string, payload: unknown): Finding[] | null;
}
