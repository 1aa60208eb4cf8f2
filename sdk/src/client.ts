import { invalid } from './errors.ts';
import { gatewayOf, partOf } from './gateway.ts';
import { wayOf, type ClientOptions } from './options.ts';
import { settledBy, type Settling } from './settled.ts';
import { tokensOf } from './tokens.ts';
import type {
  Capability,
  CapabilityAnswer,
  CapabilityDescription,
  CapabilityPage,
  Describe,
  Read,
  RequestToolCall,
  Search,
  ToolCall,
} from './types.ts';

export interface CallOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface RequestOptions extends CallOptions {
  /** Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters. By default each call gets a new one. */
  idempotencyKey?: string;
}

/**
 * The operations of an agent. Besides the errors named below, every method throws a `SallyportError` with
 * these codes. Tokens: `session_invalid`, `mcp_credential_stopped`, `workspace_inactive`,
 * `insufficient_scope`, `token_refused`. Limits: `rate_limited`. Input: `validation_failed`,
 * `invalid_argument`. Transport: `network_failure`, `timed_out`, `unexpected_answer`, `internal_error`,
 * `service_unavailable`.
 */
export interface Client {
  /** Returns a page of the granted capabilities, best match first. Throws `invalid_cursor`. */
  readonly search: (search?: Search, options?: CallOptions) => Promise<CapabilityPage>;
  /** Yields all capabilities that `search` finds, and requests further pages on demand. */
  readonly searchAll: (
    search?: Omit<Search, 'cursor'>,
    options?: CallOptions,
  ) => AsyncGenerator<Capability, void>;
  /** Returns a capability with its schemas and a selection to read or request it. Throws `not_found`. */
  readonly describe: (
    id: string,
    describe?: Describe,
    options?: CallOptions,
  ) => Promise<CapabilityDescription>;
  /**
   * Reads with a selection. If the answer has a `nextCursor`, send it to read the next page. Throws
   * `selection_stale` (describe the capability again), `invalid_cursor`, `connection_unusable`,
   * `url_not_allowed`, `provider_error`, `provider_timeout`, `provider_unavailable` or `vault_unavailable`.
   */
  readonly read: (id: string, read: Read, options?: CallOptions) => Promise<CapabilityAnswer>;
  /** Calls `describe`, then `read` with its selection; `limit` applies to both. Throws their errors. */
  readonly describeAndRead: (
    id: string,
    read?: Omit<Describe, 'output'> & Omit<Read, 'selection'>,
    options?: CallOptions,
  ) => Promise<CapabilityAnswer>;
  /**
   * Requests one run of the selected capability with exactly these arguments, which a person decides. Returns
   * immediately. If the same call is in progress, returns that call. Throws `selection_stale`,
   * `connection_unusable`, `no_eligible_approver` or `limit_reached`.
   */
  readonly request: (id: string, request: RequestToolCall, options?: RequestOptions) => Promise<ToolCall>;
  /** Returns the current state of a tool call. Throws `not_found`. */
  readonly toolCall: (id: string, options?: CallOptions) => Promise<ToolCall>;
  /**
   * Waits for the last change of a tool call and returns it. Check its `status`: a rejected call is not an
   * error here. Throws `not_found` or `not_settled`.
   */
  readonly settled: (id: string, options?: Settling) => Promise<ToolCall>;
}

/**
 * Creates a client of the gateway at `baseUrl`. It sends nothing before the first call. Throws
 * `invalid_argument`.
 */
export function createClient(options: ClientOptions): Client {
  const way = wayOf(options);
  const call = gatewayOf(way, tokensOf(way, options));
  const client: Client = {
    search: async (search = {}, { signal } = {}) =>
      await call({ method: 'POST', path: '/capabilities/search', body: search }, signal),
    async *searchAll(search = {}, given = {}) {
      let cursor: string | null | undefined;
      do {
        const { data, page } = await client.search({ ...search, ...(cursor && { cursor }) }, given);
        yield* data;
        cursor = page.nextCursor;
      } while (cursor);
    },
    describe: async (id, { connectionId, limit, output } = {}, { signal } = {}) => {
      const query = new URLSearchParams({
        ...(connectionId !== undefined && { connectionId }),
        ...(limit !== undefined && { limit: String(limit) }),
        ...(output !== undefined && { output }),
      }).toString();
      return await call(
        { method: 'GET', path: `/capabilities/${partOf(id)}${query && `?${query}`}` },
        signal,
      );
    },
    read: async (id, read, { signal } = {}) =>
      await call({ method: 'POST', path: `/capabilities/${partOf(id)}/read`, body: read }, signal),
    describeAndRead: async (id, { connectionId, ...read } = {}, given = {}) => {
      const { selection } = await client.describe(id, { connectionId, limit: read.limit }, given);
      return await client.read(id, { selection: selection.selection, ...read }, given);
    },
    request: async (id, request, { signal, idempotencyKey = crypto.randomUUID() } = {}) => {
      if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
        throw invalid('`idempotencyKey` must be 1 to 255 visible ASCII characters.');
      const path = `/capabilities/${partOf(id)}/request`;
      return await call({ method: 'POST', path, body: request, idempotencyKey }, signal);
    },
    toolCall: async (id, { signal } = {}) =>
      await call({ method: 'GET', path: `/tool-calls/${partOf(id)}` }, signal),
    settled: async (id, given = {}) =>
      await settledBy(way.clock, async () => await client.toolCall(id, given), given),
  };
  return Object.freeze(client);
}
