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
  /** Ends the call, which then rejects with its reason. */
  signal?: AbortSignal;
}

export interface RequestOptions extends CallOptions {
  /** Sent as `Idempotency-Key`: 1 to 255 visible ASCII characters; made anew for each call unless given. */
  idempotencyKey?: string;
}

/**
 * What an outside agent can do. Every method throws a `SallyportError`, beside those named here for a token
 * (`session_invalid`, `mcp_credential_stopped`, `workspace_inactive`, `insufficient_scope`, `token_refused`), for limits
 * (`rate_limited`), for what was sent (`validation_failed`, `invalid_argument`) and for the way there (`network_failure`,
 * `timed_out`, `unexpected_answer`, `internal_error`, `service_unavailable`).
 */
export interface Client {
  /** A page of what was granted to the credential, best first. Throws `invalid_cursor`. */
  readonly search: (search?: Search, options?: CallOptions) => Promise<CapabilityPage>;
  /** All that `search` finds, one page after the other as they are needed. */
  readonly searchAll: (
    search?: Omit<Search, 'cursor'>,
    options?: CallOptions,
  ) => AsyncGenerator<Capability, void>;
  /** A capability with its schemas, and a selection to read it by or to ask for it. Throws `not_found`. */
  readonly describe: (
    id: string,
    describe?: Describe,
    options?: CallOptions,
  ) => Promise<CapabilityDescription>;
  /**
   * Reads what was selected; where there is a `nextCursor`, the next page by it. Throws `selection_stale` (describe it again),
   * `invalid_cursor`, `connection_unusable`, `url_not_allowed`,
   * `provider_error`, `provider_timeout`, `provider_unavailable` or `vault_unavailable`.
   */
  readonly read: (id: string, read: Read, options?: CallOptions) => Promise<CapabilityAnswer>;
  /** `describe` and then `read` with its selection; `limit` bounds both. Throws what they throw. */
  readonly describeAndRead: (
    id: string,
    read?: Omit<Describe, 'output'> & Omit<Read, 'selection'>,
    options?: CallOptions,
  ) => Promise<CapabilityAnswer>;
  /**
   * Asks that what was selected be run once, with exactly these arguments, which another person decides. Answers at once,
   * and with the one before where the same is under way. Throws `selection_stale`, `connection_unusable`,
   * `no_eligible_approver` or `limit_reached`.
   */
  readonly request: (id: string, request: RequestToolCall, options?: RequestOptions) => Promise<ToolCall>;
  /** Where a tool call stands. Throws `not_found`. */
  readonly toolCall: (id: string, options?: CallOptions) => Promise<ToolCall>;
  /**
   * Waits until nothing changes any more, and answers how the call ended: look at its `status`, since a rejected one is no
   * error here. Throws `not_found` or `not_settled`.
   */
  readonly settled: (id: string, options?: Settling) => Promise<ToolCall>;
}

/** A client of the gateway at `baseUrl`. It sends nothing until it is used. Throws `invalid_argument`. */
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
