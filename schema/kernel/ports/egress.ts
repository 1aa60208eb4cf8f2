/** Requests to external hosts. */
export interface Egress {
  /**
   * Sends a request and reads the whole answer, within its bounds. Follows redirects only to the same origin,
   * and only for safe methods (RFC 9110 §9.2.1). Throws an EgressFailure, whose message contains no part of
   * the request's headers or body, nor of the answer.
   */
  send(request: OutgoingRequest): Promise<IncomingAnswer>;
}

/** Egress to webhook receivers. */
export interface Receivers extends Egress {
  /** Throws an EgressFailure if the URL alone shows that egress would not send to it. */
  assertAllowed(url: URL): void;
}

export interface OutgoingRequest {
  method: string;
  url: URL;
  /** Sent unchanged; egress adds nothing of the caller's own request. */
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
  bounds: Bounds;
  /** Aborts the request. */
  signal?: AbortSignal;
  /**
   * Whether only the acceptance matters. The answer is then the first one, even a redirect, with the
   * undecoded start of its body. Reading stops at `maxBytes` or after two seconds.
   */
  isBrief?: boolean;
  /** Whether redirects are followed; otherwise they are the answer. By default they are. */
  followsRedirects?: boolean;
}

export interface Bounds {
  /** From the DNS lookup to the last byte of the answer. */
  timeoutMs: number;
  /** Of the answer's body, both encoded and decoded. */
  maxBytes: number;
}

export interface IncomingAnswer {
  status: number;
  /** By lower-case name; several values of one name are joined with commas. */
  headers: Readonly<Record<string, string>>;
  /** Decoded, unless the request is brief. */
  body: Buffer;
  /** The address after redirects. */
  url: URL;
}

export type EgressFailureCode =
  /** The address is not allowed. Nothing was sent. */
  | 'destination_not_allowed'
  /** The request cannot be encoded, or sets a header that it must not set. Nothing was sent. */
  | 'request_not_allowed'
  /** The host does not exist or does not answer, TLS failed, or the host closed the connection. */
  | 'unreachable'
  | 'timeout'
  | 'answer_too_large'
  /** Not HTTP, or not encoded as its headers claim. */
  | 'answer_unreadable'
  /** A redirect to another origin, too many redirects, or a request that must not be repeated. */
  | 'redirect_not_allowed';

/** A request without an answer. The `cause` is private. */
export class EgressFailure extends Error {
  override name = 'EgressFailure';
  readonly code: EgressFailureCode;
  /** Whether the host certainly received nothing of the request. */
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
