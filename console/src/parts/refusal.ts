/** One finding about a field of a form. */
export interface Finding {
  pointer: string;
  message: string;
}

/** What the server answered instead of data, or that it did not answer. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** The error code, such as `already_decided`; `unreachable` if no answer came. */
  readonly code: string;
  readonly permission: string | null;
  readonly requestId: string | null;
  readonly needsSignIn: boolean;
  readonly findings: readonly Finding[];

  constructor(body: Partial<RefusalBody>) {
    super(body.message ?? 'The server gave no usable answer. Try again.');
    this.code = body.code ?? 'internal_error';
    this.permission = body.permission ?? null;
    this.requestId = body.requestId ?? null;
    this.needsSignIn = body.needsSignIn ?? false;
    this.findings = body.errors ?? [];
  }
}

/** The members of a refusal, as REST and GraphQL write them. */
export interface RefusalBody {
  code: string;
  message: string;
  permission: string;
  requestId: string;
  needsSignIn: boolean;
  errors: Finding[];
}

export function unreachable(): Refusal {
  const message = 'The server did not answer. Check the connection, and try again.';
  return new Refusal({ code: 'unreachable', message });
}
