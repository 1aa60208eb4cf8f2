import type { Finding } from '../../values/errors.ts';
import type { ToolListing } from '../ports/remote-tools.ts';

/** Reads how a provider describes its own API. What is said there is never trusted, and nothing it points at is fetched. */
export interface Descriptions {
  /**
   * An OpenAPI document, 3.0 or 3.1, in JSON or YAML: first the head, then capabilities and findings, at last the counts.
   * It is read as fast as it is asked for. Throws a DescriptionFailure, be it after some of it.
   */
  openapi(document: Uint8Array, source: DescriptionSource): AsyncIterable<DescriptionPart>;
  /** The tools that an MCP server listed, told alike. */
  mcp(listing: ToolListing, source: DescriptionSource): AsyncIterable<DescriptionPart>;
}

export interface DescriptionSource {
  /** Where the document was found; relative addresses in it are meant from there. An MCP server’s own address. */
  sourceUrl: URL | null;
  /** Ends the reading before its time. */
  signal?: AbortSignal;
}

export type DescriptionPart =
  | { part: 'HEAD'; head: DescriptionHead }
  | { part: 'CAPABILITY'; capability: DescribedCapability }
  /** What was left out of the document, or of a capability, and why. */
  | { part: 'FINDING'; finding: Finding }
  | { part: 'END'; counts: DescriptionCounts };

export interface DescriptionHead {
  title: string;
  version: string;
  description: string;
  /**
   * Base addresses that can be called, without a slash at their end; the first one is meant unless somebody chooses. Of an
   * MCP server its own, as it is.
   */
  servers: { url: string; description: string }[];
  /** Patterns of the addresses that accounts have of their own (`schema/values/base-url-pattern.ts`). */
  baseUrlProposals: string[];
  schemes: DescribedScheme[];
}

/** A way to prove to the provider who calls, by the name that capabilities call it. */
export type DescribedScheme = { name: string; description: string } & (
  | { kind: 'API_KEY'; in: 'header' | 'query' | 'cookie'; parameter: string }
  | { kind: 'BEARER' | 'BASIC' }
  | { kind: 'OAUTH2'; flows: DescribedFlow[] }
  /** The address may be a path on the account’s own origin. */
  | { kind: 'OPEN_ID_CONNECT'; discoveryUrl: string }
);

/** Each address may be a path on the account’s own origin. */
export interface DescribedFlow {
  grant: 'AUTHORIZATION_CODE' | 'CLIENT_CREDENTIALS';
  /** None for client credentials. */
  authorizationUrl: string | null;
  tokenUrl: string;
  refreshUrl: string | null;
  scopes: string[];
}

/** One thing that can be asked of a provider. */
export interface DescribedCapability {
  /** The same each time that it is described: an operation’s id where it is unique, else `GET /path`; a tool’s name. */
  key: string;
  title: string;
  description: string;
  mode: 'read' | 'write';
  request: HttpRequest | ToolRequest;
  /**
   * JSON Schema 2020-12 of the arguments, which are an object: of `request.parameters` and `body`, or a tool’s own. It
   * refers to itself alone.
   */
  inputSchema: Record<string, unknown>;
  /** The same of the answer; null where none is told. */
  outputSchema: Record<string, unknown> | null;
  /** What is searched beside title and description. */
  search: string;
}

export interface HttpRequest {
  kind: 'HTTP';
  method: string;
  /** Below the server’s address, with `{name}` where path parameters go. */
  path: string;
  /** Another base address than the head’s; where it begins with a slash, on the account’s own origin. */
  server: string | null;
  parameters: HttpParameter[];
  body: { property: 'body'; contentType: string; required: boolean } | null;
  /**
   * Names of schemes; each list suffices, by all of its schemes together. An empty list needs none, and gets none where it is
   * the only one. Of an operation that says nothing there is no list.
   */
  security: string[][];
}

/** MCP 2025-11-25, tool annotations. */
export type ToolHint = 'destructiveHint' | 'idempotentHint' | 'openWorldHint';

/** `tools/call` of an MCP server. */
export interface ToolRequest {
  kind: 'TOOL';
  /** Its name, as the server has it. */
  tool: string;
  /** What the server says that a call does, beside whether it only looks; missing in what an earlier version read. */
  hints?: Partial<Record<ToolHint, boolean>>;
}

export interface HttpParameter {
  /** Its name among the arguments. */
  property: string;
  name: string;
  in: 'path' | 'query' | 'header';
  /** As OpenAPI calls it, or `json` for a value that is sent as JSON text. */
  style: string;
  explode: boolean;
  required: boolean;
}

export interface DescriptionCounts {
  /** Operations or tools that there are, read or left out. */
  operations: number;
  capabilities: number;
  /** Different ones, of which 500 are told. */
  findings: number;
}

export type DescriptionFailureCode =
  | 'too_large'
  | 'not_openapi'
  | 'unsupported_version'
  /** Neither JSON nor YAML, or not as a whole. */
  | 'unreadable'
  | 'too_slow'
  /** Of memory. */
  | 'too_hungry';

/** Why a description could not be read, in words for who gave it. The `cause` is private. */
export class DescriptionFailure extends Error {
  override name = 'DescriptionFailure';
  readonly code: DescriptionFailureCode;

  constructor(code: DescriptionFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
