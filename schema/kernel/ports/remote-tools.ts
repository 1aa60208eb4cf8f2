import type { Bounds } from './egress.ts';

/** Tools of third-party servers, over the Model Context Protocol over HTTP, in either of its eras. */
export interface RemoteTools {
  /** Lists all tools of a server, page by page. Throws a RemoteToolsFailure. */
  list(server: RemoteServer, signal?: AbortSignal): Promise<ToolListing>;
  /** Calls a tool once. An error of the tool is an answer; any other error throws a RemoteToolsFailure. */
  call(server: RemoteServer, call: ToolCall): Promise<ToolAnswer>;
}

export interface RemoteServer {
  url: URL;
  /** The credentials, sent only to this address. They must not include the protocol’s own headers. */
  headers: Readonly<Record<string, string>>;
}

/** A server's own listing. It is unchecked, except that it is JSON with at most 256 levels. */
export interface ToolListing {
  server: unknown;
  instructions: unknown;
  tools: readonly unknown[];
  /** Whether the list is complete, or why there may be more tools. */
  ending: 'complete' | 'too_many_tools' | 'too_many_pages' | 'cursor_repeated';
}

export interface ToolCall {
  tool: string;
  /** As described; it also defines which arguments are sent as headers. */
  inputSchema: Readonly<Record<string, unknown>>;
  arguments: Readonly<Record<string, unknown>>;
  /** The time for the whole call, and the bytes of the tool's answer. */
  bounds: Bounds;
  signal?: AbortSignal;
  /** If given, the call requires that the server's current listing matches the review. */
  reviewed?: ReviewedTool;
  /** Runs immediately before the call; its error is rethrown unchanged. */
  assertStill?: () => Promise<void>;
}

/** A tool as it was reviewed. */
export interface ReviewedTool {
  /** Identifies the description: equal keys mean equal descriptions. */
  key: string;
  /** Whether a cached list is enough, if the server allows caching. */
  mayBeKept: boolean;
  /** Compares the tool as its server lists it now, or `undefined`. Its error is rethrown unchanged. */
  assertSame(listed: unknown): Promise<void>;
}

export interface ToolAnswer {
  /** MCP content blocks, unchecked except that each has a `type`. */
  content: readonly Readonly<Record<string, unknown>>[];
  /** `undefined` if the answer has none. */
  structuredContent: unknown;
  /** Whether the tool reports that it failed. */
  isError: boolean;
}

export type RemoteToolsFailureCode =
  | 'destination_not_allowed'
  | 'request_not_allowed'
  /** The server does not answer, is busy, or redirects. */
  | 'unreachable'
  /** With status 401 or 403. */
  | 'refused'
  /** The address is not an MCP server, or supports no known version. */
  | 'not_mcp'
  /** With a protocol error: the tool does not exist, or does not accept the arguments. */
  | 'rejected'
  /** The tool requests input from a person, and no person is present. */
  | 'input_required'
  | 'too_slow'
  | 'too_large'
  | 'unreadable';

/**
 * Why a server listed or did nothing. The message contains no part of the request, and of the answer only a
 * status or error number. The `cause` is private.
 */
export class RemoteToolsFailure extends Error {
  override name = 'RemoteToolsFailure';
  readonly code: RemoteToolsFailureCode;
  /** Whether the tool was not called because the server did not list its current state. */
  readonly isUnlisted: boolean;
  /** The HTTP status, if the server rejects the credentials; otherwise null. */
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
