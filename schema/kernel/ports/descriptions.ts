import type { Finding } from '../../values/errors.ts';
import type { ToolListing } from '../ports/remote-tools.ts';

/** Reads a provider's description of its API. Its content is never trusted, and no reference is fetched. */
export interface Descriptions {
  /**
   * Reads an OpenAPI 3.0 or 3.1 document in JSON or YAML. Yields the head, then capabilities and findings,
   * then the counts, no faster than the consumer reads them. Throws a DescriptionFailure, even midway.
   */
  openapi(document: Uint8Array, source: DescriptionSource): AsyncIterable<DescriptionPart>;
  /** Reads the tools that an MCP server listed, and yields the same parts. */
  mcp(listing: ToolListing, source: DescriptionSource): AsyncIterable<DescriptionPart>;
}

export interface DescriptionSource {
  /** The document's address, against which relative addresses resolve; for an MCP server, its own address. */
  sourceUrl: URL | null;
  /** Aborts the reading. */
  signal?: AbortSignal;
}

export type DescriptionPart =
  | { part: 'HEAD'; head: DescriptionHead }
  | { part: 'CAPABILITY'; capability: DescribedCapability }
  /** An omitted part of the document or of a capability, with the reason. */
  | { part: 'FINDING'; finding: Finding }
  | { part: 'END'; counts: DescriptionCounts };

export interface DescriptionHead {
  title: string;
  version: string;
  description: string;
  /**
   * Base addresses that can be called, without a trailing slash. The first is the default. An MCP server has
   * one: its own address, unchanged.
   */
  servers: { url: string; description: string }[];
  /**
   * Address patterns for providers whose accounts have their own addresses
   * (`schema/values/base-url-pattern.ts`).
   */
  baseUrlProposals: string[];
  schemes: DescribedScheme[];
}

/** A security scheme: one way to authenticate to the provider. Capabilities refer to it by name. */
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
  /** Null for client credentials. */
  authorizationUrl: string | null;
  tokenUrl: string;
  refreshUrl: string | null;
  scopes: string[];
}

/** One operation or tool of a provider. */
export interface DescribedCapability {
  /** Stable across descriptions: an operation’s id if unique, otherwise `GET /path`; for a tool, its name. */
  key: string;
  title: string;
  description: string;
  mode: 'read' | 'write';
  request: HttpRequest | ToolRequest;
  /**
   * JSON Schema 2020-12 of the arguments object: `request.parameters` and `body`, or a tool’s own schema. It
   * has no external references.
   */
  inputSchema: Record<string, unknown>;
  /** JSON Schema 2020-12 of the answer; null if the description has none. */
  outputSchema: Record<string, unknown> | null;
  /** Searchable text beyond title and description. */
  search: string;
}

export interface HttpRequest {
  kind: 'HTTP';
  method: string;
  /** Relative to the server’s address, with `{name}` for each path parameter. */
  path: string;
  /** A base address that replaces the head’s; with a leading slash, a path on the account’s own origin. */
  server: string | null;
  parameters: HttpParameter[];
  body: { property: 'body'; contentType: string; required: boolean } | null;
  /**
   * Alternative sets of scheme names; a call must satisfy every scheme of one set. An empty set needs no
   * credential, and as the only set, none is sent. An operation that declares no security has no sets.
   */
  security: string[][];
}

/** MCP 2025-11-25, tool annotations. */
export type ToolHint = 'destructiveHint' | 'idempotentHint' | 'openWorldHint';

/** `tools/call` of an MCP server. */
export interface ToolRequest {
  kind: 'TOOL';
  /** Its name, exactly as the server has it. */
  tool: string;
  /** The server’s hints about a call beyond read or write; absent in descriptions from earlier versions. */
  hints?: Partial<Record<ToolHint, boolean>>;
}

export interface HttpParameter {
  /** Its name among the arguments. */
  property: string;
  name: string;
  in: 'path' | 'query' | 'header';
  /** The OpenAPI style, or `json` for a value sent as JSON text. */
  style: string;
  explode: boolean;
  required: boolean;
}

export interface DescriptionCounts {
  /** All operations or tools, including omitted ones. */
  operations: number;
  capabilities: number;
  /** Distinct findings, of which at most 500 are reported. */
  findings: number;
}

export type DescriptionFailureCode =
  | 'too_large'
  | 'not_openapi'
  | 'unsupported_version'
  /** Neither JSON nor YAML, or incomplete. */
  | 'unreadable'
  | 'too_slow'
  /** The description needs too much memory. */
  | 'too_hungry';

/** Why a description could not be read; the message is for its supplier. The `cause` is private. */
export class DescriptionFailure extends Error {
  override name = 'DescriptionFailure';
  readonly code: DescriptionFailureCode;

  constructor(code: DescriptionFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
