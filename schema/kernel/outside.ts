import type { Finding } from '../values/errors.ts';

/** What the schema asks of other people's machines, and of what comes from there; the ports of this installation are in `schema/kernel/ports.ts`. */

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
  demandAllowed(url: URL): void;
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

/** Values judged by JSON Schemas that somebody else wrote. */
export interface JsonSchemas {
  /**
   * What is wrong with a value, in at most 20 findings. Formats, and patterns that have no linear-time form, are not looked
   * at. Throws a SchemaFailure.
   */
  check(schema: ForeignSchema, value: unknown): Promise<Finding[]>;
}

/** A JSON Schema 2020-12 that refers to nothing outside itself. */
export interface ForeignSchema {
  /** The same for the same schema, and for no other. */
  key: string;
  schema: object;
}

export type SchemaFailureCode = 'not_a_schema' | 'too_slow';

/** Why a value could not be judged: the schema is none, or judging takes more than it may. */
export class SchemaFailure extends Error {
  override name = 'SchemaFailure';
  readonly code: SchemaFailureCode;

  constructor(code: SchemaFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A vault of somebody else's: a key-value secrets engine, version 2, as HashiCorp Vault and OpenBao serve it. */
export interface KeyValueVaults {
  /** The latest version of a secret, by its name in the engine. Throws a VaultFailure. */
  read(engine: KeyValueEngine, name: string): Promise<Record<string, unknown>>;
  /** Whether the token is good. Throws a VaultFailure where it is not, or nobody answers. */
  check(engine: KeyValueEngine): Promise<void>;
}

export interface KeyValueEngine {
  address: string;
  mount: string;
  namespace: string | null;
  token: string;
}

export type VaultFailureCode = 'unreachable' | 'sealed' | 'token_refused' | 'no_such_secret' | 'unreadable';

/** Why a vault gave no secret, in words that hold nothing of what it keeps. The `cause` is private. */
export class VaultFailure extends Error {
  override name = 'VaultFailure';
  readonly code: VaultFailureCode;

  constructor(code: VaultFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Tools of servers that somebody else runs, by the Model Context Protocol over HTTP, in either of its eras. */
export interface RemoteTools {
  /** All tools that a server lists, page by page. Throws a RemoteToolsFailure. */
  list(server: RemoteServer, signal?: AbortSignal): Promise<ToolListing>;
  /** Calls a tool, once. What goes wrong inside of it is an answer; else this throws a RemoteToolsFailure. */
  call(server: RemoteServer, call: ToolCall): Promise<ToolAnswer>;
}

export interface RemoteServer {
  url: URL;
  /** What proves who calls; it goes to this address alone. The protocol’s own headers are none to give. */
  headers: Readonly<Record<string, string>>;
}

/** What a server says of itself and its tools. Nothing of it was looked at but that it is JSON, 256 levels deep at most. */
export interface ToolListing {
  server: unknown;
  instructions: unknown;
  tools: readonly unknown[];
  /** Why there may be more tools than these. */
  ending: 'complete' | 'too_many_tools' | 'too_many_pages' | 'cursor_repeated';
}

export interface ToolCall {
  tool: string;
  /** As it was described: it says which arguments are sent as headers too. */
  inputSchema: Readonly<Record<string, unknown>>;
  arguments: Readonly<Record<string, unknown>>;
  /** Of the time from beginning to end, and of the bytes that the tool answers. */
  bounds: Bounds;
  signal?: AbortSignal;
  /** Where given, the tool is called only as the server lists it now. */
  reviewed?: ReviewedTool;
  /** Asked right before the call itself; what it throws is thrown as it is. */
  demandStill?: () => Promise<void>;
}

/** A tool as somebody looked at it. */
export interface ReviewedTool {
  /** The same for the same description, and for no other. */
  key: string;
  /** Whether a list may stand that the server allows to be kept. */
  mayBeKept: boolean;
  /** Judges the tool as its server lists it now, `undefined` where it lists none; what it throws is thrown as it is. */
  demandSame(listed: unknown): Promise<void>;
}

export interface ToolAnswer {
  /** Blocks as MCP has them, of which nothing was looked at but that each has a `type`. */
  content: readonly Readonly<Record<string, unknown>>[];
  /** `undefined` where there is none. */
  structuredContent: unknown;
  /** Whether the tool says that it failed. */
  isError: boolean;
}

export type RemoteToolsFailureCode =
  | 'destination_not_allowed'
  | 'request_not_allowed'
  /** Nobody answers, or somebody who cannot now, or who redirects. */
  | 'unreachable'
  /** By 401 or 403. */
  | 'refused'
  /** What answers is no server of MCP, or of none of the versions known here. */
  | 'not_mcp'
  /** By an error of the protocol: there is no such tool, or it does not take the arguments. */
  | 'rejected'
  /** The tool asks something of a person first, who is not there. */
  | 'input_required'
  | 'too_slow'
  | 'too_large'
  | 'unreadable';

/**
 * Why a server told or did nothing, in words that hold nothing of what was sent, and of what came back no more than a status
 * or the number of an error. The `cause` is private.
 */
export class RemoteToolsFailure extends Error {
  override name = 'RemoteToolsFailure';
  readonly code: RemoteToolsFailureCode;
  /** Whether a tool was to be called and was not, since the server did not say what it is now. */
  readonly isUnlisted: boolean;
  /** Of HTTP, where who calls is refused by it. */
  readonly status: number | null;

  constructor(
    code: RemoteToolsFailureCode,
    message: string,
    {
      isUnlisted = false,
      status = null,
      ...options
    }: ErrorOptions & { isUnlisted?: boolean; status?: number | null } = {},
  ) {
    super(message, options);
    this.code = code;
    this.isUnlisted = isUnlisted;
    this.status = status;
  }
}
