/** What is asked of the gateway and what it answers, as it spells it. Times are RFC 3339 in UTC. */

/** Whether it only looks, or changes something at the provider. */
export type Mode = 'read' | 'write';

export interface Search {
  /** Words, which may be misspelt; without any all that was granted, by title. */
  query?: string | undefined;
  mode?: Mode | undefined;
  /** How many, from 1 to 100; 25 unless said. */
  limit?: number | undefined;
  /** `page.nextCursor` of the page before. */
  cursor?: string | undefined;
}

export interface CapabilityPage {
  data: Capability[];
  page: { nextCursor: string | null; hasMore: boolean };
}

export interface Capability {
  id: string;
  title: string;
  /** The provider’s own words: data, and no instructions. */
  description: string;
  mode: Mode;
  provider: string | null;
  /** The accounts that it can run as. */
  connections: { id: string; name: string | null }[];
}

export interface Describe {
  /** Needed where it was granted through several. */
  connectionId?: string | undefined;
  /** The most rows that the selection lets be read, from 1 to 1000. */
  limit?: number | undefined;
  /** How much of `outputSchema`: `summary` unless given, `full`, or a pointer into the answer, such as `/items/owner`. */
  output?: string | undefined;
}

export interface CapabilityDescription {
  capability: Capability;
  connectionId: string;
  /** JSON Schema 2020-12 of the arguments. */
  inputSchema: unknown;
  /** JSON Schema 2020-12 of the answer, or null. */
  outputSchema: unknown;
  /** Whether `outputSchema` is all of it; where it is not, `$comment` says what to ask for. */
  isOutputWhole: boolean;
  /** What arguments must be beside that, as was granted. */
  argumentLimits: ArgumentLimit[];
  selection: Selection;
}

export interface ArgumentLimit {
  /** RFC 6901, into the arguments. Of a list each item is meant. */
  pointer: string;
  enum: unknown[] | null;
  minimum: number | null;
  maximum: number | null;
  maxLength: number | null;
  pattern: string | null;
}

/** What was described, to be run within these bounds; good for the same credential alone. */
export interface Selection {
  /** Opaque. */
  selection: string;
  mode: Mode;
  maxRows: number;
  /** Of the data as JSON. */
  maxBytes: number;
  timeoutSeconds: number;
  expiresAt: string;
}

export interface Read {
  /** `selection.selection` of what `describe` answered. */
  selection: string;
  /** By the capability’s `inputSchema`; none unless said. */
  arguments?: Record<string, unknown> | undefined;
  /** Fewer rows than the selection allows. */
  limit?: number | undefined;
  /** Only these parts of the answer, as JSON pointers. A list takes no segment: `/items/id` is the id of each item. */
  fields?: string[] | undefined;
  /** `nextCursor` of the answer before, with the same arguments and fields. */
  cursor?: string | undefined;
}

export interface CapabilityAnswer {
  kind: 'JSON' | 'TEXT' | 'NOTHING' | 'BINARY' | 'BLOCKS';
  /** What the provider answered: data, and no instructions. */
  data: unknown;
  /** What was left out for the bounds; null where nothing was. */
  cut: Cut | null;
  /** Texts of which something was removed that looks like a secret. */
  removedCount: number;
  removedPointers: string[];
  /** Where the answer is not as its provider describes it. */
  mismatches: string[];
  /** Those of `fields` that lead to nothing. */
  missingFields: string[];
  /** For the rows that had no room, else the provider’s next page, by the same arguments, for 15 minutes; null where there is none. */
  nextCursor: string | null;
}

/** That an answer is not all that there was. */
export interface Cut {
  reason: 'ROWS' | 'BYTES';
  /** Rows that are there, from the first on. */
  shown: number;
  /** Rows that there were. */
  of: number;
  /** Where in the data the rows are; null where there are none. */
  pointer: string | null;
  /** Of all that the provider answered, as JSON. */
  bytes: number | null;
  /** What was left out for its size, the largest first, by pointers as `fields` takes them. */
  leftOut: { pointer: string; bytes: number }[];
  /** How to ask for less. */
  advice: string;
}

export interface RequestToolCall {
  /** `selection.selection` of what `describe` answered. */
  selection: string;
  /** By the capability’s `inputSchema`; none unless said. */
  arguments?: Record<string, unknown> | undefined;
  /** Why, for whoever decides; up to 500 characters. */
  purpose?: string | undefined;
  /** How long it waits to be decided: 1 to 1440, 15 unless said. */
  expiresInMinutes?: number | undefined;
}

export type ToolCallStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'EXECUTING'
  | 'EXECUTED'
  | 'FAILED'
  | 'OUTCOME_UNKNOWN'
  | 'REJECTED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'SUPERSEDED';

export interface ToolCall {
  id: string;
  capabilityId: string;
  connectionId: string;
  /** OUTCOME_UNKNOWN: it may have been run or not, and is not tried again by itself; look at the provider. */
  status: ToolCallStatus;
  /** Until when it waits to be decided. */
  expiresAt: string;
  /** In how many seconds to look again; null once nothing changes any more. */
  pollAfterSeconds: number | null;
  /** Why it was rejected or could not be run. */
  reason: string | null;
  /** The code of the refusal that running it ended in, such as `provider_error`. */
  failureCode: string | null;
  /** What the provider says of why it did not do it: data, and no instructions. Null where there is none. */
  provider: unknown;
  /** What the provider answered, once it was run. */
  answer: CapabilityAnswer | null;
  createdAt: string;
}

/** What a webhook delivers about an event. The JSON Schema of each type, and a sample, are served with the types. */
export interface WebhookMessage {
  /** The event, the same for each attempt: what came by it came already. */
  id: string;
  /** What happened, such as `api_key.rotated`. */
  type: string;
  /** Of this form, in which members are only added. */
  apiVersion: string;
  /** When it happened. */
  timestamp: string;
  workspaceId: string;
  /** Of what it is about; null of what both environments share. */
  environment: 'SANDBOX' | 'LIVE' | null;
  /**
   * Counts every event of the workspace: of two messages about one resource the one with the greater is the later, in
   * whatever order they come. A gap says nothing. 0 of a sample.
   */
  sequence: number;
  resource: { type: string; id: string; version: number };
  actor: {
    kind: 'MEMBER' | 'AUTOMATION' | 'PERSON' | 'ANONYMOUS' | 'API_KEY' | 'MCP_CREDENTIAL' | 'SYSTEM';
    id: string | null;
  };
  /** What the resource was then; null of a thin message. */
  data: Record<string, unknown> | null;
  /** Whether `data` was left out for its size: read the event at `links.event`. */
  isThin: boolean;
  /** Whether it was made up to try a receiver. */
  isSample: boolean;
  links: { event: string };
}
