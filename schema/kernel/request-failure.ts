import type { HttpParameter } from './ports/descriptions.ts';
import { pointerOf } from '../values/pointer.ts';

export type RequestFailureCode =
  /** The description requires something unsupported, whatever the arguments. */
  | 'operation_unusable'
  /** The operation is on another origin, which must not get the connection’s credential. */
  | 'origin_not_allowed'
  | 'argument_missing'
  /** The argument cannot be encoded in its place. */
  | 'argument_unusable'
  /** No argument may set this header. */
  | 'header_not_allowed'
  /** The body has an unsupported media type. */
  | 'body_not_supported'
  /** The credential cannot be encoded. */
  | 'credential_unusable';

/** Why a request cannot be built. The message contains no values of the arguments or the credential. */
export class RequestFailure extends Error {
  override name = 'RequestFailure';
  readonly code: RequestFailureCode;
  /** RFC 6901, to the invalid argument; null if there is none. */
  readonly pointer: string | null;

  constructor(code: RequestFailureCode, message: string, pointer: string | null = null) {
    super(message);
    this.code = code;
    this.pointer = pointer;
  }
}

/** Returns the failure of an argument, whose message is the argument’s name and `words`. */
export function unusable({ property }: Pick<HttpParameter, 'property'>, words: string): RequestFailure {
  return new RequestFailure('argument_unusable', `The argument ${property} ${words}`, pointerOf([property]));
}

export function missing({ property }: Pick<HttpParameter, 'property'>): RequestFailure {
  return new RequestFailure(
    'argument_missing',
    `The argument ${property} is required.`,
    pointerOf([property]),
  );
}
