import type { Finding } from '../../values/errors.ts';

/** The operator's own services, which may verify live keys. */
export interface Services {
  /** Returns the name of the service with this credential, or null. */
  nameOf(credential: string): string | null;
}

/** The request bodies of the downloadable API description, by operation id. */
export interface OperationBodies {
  /** Returns the findings of a payload for the operation; null if no such operation takes a body. */
  check(operationId: string, payload: unknown): Finding[] | null;
}
