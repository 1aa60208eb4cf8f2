import type { Bounds } from './egress.ts';

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
  assertStill?: () => Promise<void>;
}

/** A tool as somebody looked at it. */
export interface ReviewedTool {
  /** The same for the same description, and for no other. */
  key: string;
  /** Whether a list may stand that the server allows to be kept. */
  mayBeKept: boolean;
  /** Judges the tool as its server lists it now, `undefined` where it lists none; what it throws is thrown as it is. */
  assertSame(listed: unknown): Promise<void>;
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
