/** Requests to hosts that somebody else runs, or says to run. */
export interface Egress {
  /**
   * Sends a request and reads the whole answer, within its bounds. A redirect is followed to the same origin alone, and
   * where the request is safe (RFC 9110 §9.2.1). Throws an EgressFailure, in whose words nothing of the request's headers
   * and body stands, nor anything of the answer's.
   */
  send(request: OutgoingRequest): Promise<IncomingAnswer>;
}

/** The same to those who asked to be told. */
export interface Receivers extends Egress {
  /** Throws an EgressFailure where nothing would be sent to the address, by what it says of itself. */
  assertAllowed(url: URL): void;
}

export interface OutgoingRequest {
  method: string;
  url: URL;
  /** As they are sent; whoever asks of us has no part in them. */
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  bounds: Bounds;
  /** Ends it before its time. */
  signal?: AbortSignal;
  /**
   * Where how it was taken says all: the answer is the first one that comes, a redirect too, with as much of its body, as it
   * is, as comes at once and has room.
   */
  isBrief?: boolean;
}

export interface Bounds {
  /** From the first look for the host to the last byte of the answer. */
  timeoutMs: number;
  /** Of the answer's body, both as it comes and once it is decoded. */
  maxBytes: number;
}

export interface IncomingAnswer {
  status: number;
  /** By name in lower case; of several of one name, all with commas between. */
  headers: Readonly<Record<string, string>>;
  /** Decoded. */
  body: Buffer;
  /** Where it came from, after redirects. */
  url: URL;
}

export type EgressFailureCode =
  /** The address is none that may be called. Nothing was sent. */
  | 'destination_not_allowed'
  /** The request has no form that may be sent. Nothing was sent. */
  | 'request_not_allowed'
  /** There is no such host, or it could not be reached, or TLS failed, or it hung up. */
  | 'unreachable'
  | 'timeout'
  | 'answer_too_large'
  /** Not HTTP, or not encoded as it says. */
  | 'answer_unreadable'
  /** It leads to another origin, or on and on, or the request is not one to be sent twice. */
  | 'redirect_not_allowed';

/** A request that got no answer. The `cause` is private. */
export class EgressFailure extends Error {
  override name = 'EgressFailure';
  readonly code: EgressFailureCode;
  /** Whether it is sure that nobody has got anything of it. */
  readonly isUnsent: boolean;

  constructor(
    code: EgressFailureCode,
    message: string,
    { isUnsent = false, ...options }: ErrorOptions & { isUnsent?: boolean } = {},
  ) {
    super(message, options);
    this.code = code;
    this.isUnsent = isUnsent || code === 'destination_not_allowed' || code === 'request_not_allowed';
  }
}
