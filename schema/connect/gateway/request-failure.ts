import type { HttpParameter } from '../../kernel/ports/descriptions.ts';
import { pointerOf } from '../../values/pointer.ts';

export type RequestFailureCode =
  /** The description says of the operation what cannot be sent from here, whatever the arguments. */
  | 'operation_unusable'
  /** It is on another origin than the connection, whose credential would go there. */
  | 'origin_not_allowed'
  | 'argument_missing'
  /** The argument has no form that can be sent in its place. */
  | 'argument_unusable'
  /** The header is none that an argument sets. */
  | 'header_not_allowed'
  /** The body is of a type that is not made here. */
  | 'body_not_supported'
  /** The credential has no form that can be sent. */
  | 'credential_unusable';

/** Why there is nothing to send, in words that hold nothing of the arguments and of the credential. */
export class RequestFailure extends Error {
  override name = 'RequestFailure';
  readonly code: RequestFailureCode;
  /** RFC 6901, to the argument that it is about. */
  readonly pointer: string | null;

  constructor(code: RequestFailureCode, message: string, pointer: string | null = null) {
    super(message);
    this.code = code;
    this.pointer = pointer;
  }
}

/** What is wrong with an argument, after its name. */
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
