import { effect, signal } from '@preact/signals';
import {
  Client,
  fetchExchange,
  makeOperation,
  mapExchange,
  subscriptionExchange,
  type CombinedError,
  type Operation,
  type OperationResult,
} from '@urql/core';
import { cacheExchange, type Data } from '@urql/exchange-graphcache';
import { Refusal, unreachable, type RefusalBody } from '../parts/refusal.ts';
import { dropToken, freshToken, session } from '../session/session.ts';
import { createSocket } from './socket.ts';

/** A client with the cache and socket of one workspace. */
export interface WorkspaceClient {
  readonly workspaceId: string | null;
  readonly urql: Client;
  /** Sends a document past the cache. Returns its data; throws a Refusal. */
  post: (document: object, variables: object, idempotencyKey: string) => Promise<unknown>;
  /** Sends a request of REST with the session. */
  request: typeof fetch;
  /** Ends the socket, and with it every subscription. */
  end: () => void;
}

const maxClients = 4;
const known = new Map<string, WorkspaceClient>();

/** Changes to the workspace. Going back to one is instant: the last four keep their cache. */
export function enterWorkspace(workspaceId: string): WorkspaceClient {
  const found = known.get(workspaceId) ?? createWorkspaceClient(workspaceId);
  known.delete(workspaceId);
  known.set(workspaceId, found);
  for (const [id, oldest] of known) {
    if (known.size <= maxClients) break;
    known.delete(id);
    oldest.end();
  }
  if (client.value !== found) client.value = found;
  return found;
}

/** Changes to the client without a workspace, for screens of the person. */
export function leaveWorkspace(): void {
  client.value = outside;
}

/** Types without an id are part of the object that contains them. */
const keyless = Object.fromEntries(
  [
    'Actor',
    'Admission',
    'ApiProductChange',
    'ApiProductDifference',
    'ApiProductOperation',
    'ApiProductUpstream',
    'ApiKeyCalls',
    'ApiKeyCallsPoint',
    'ApprovalApprover',
    'ApprovalStats',
    'ApprovalStatsPoint',
    'ApprovalSubject',
    'ArgumentLimit',
    'AuditOrigin',
    'AuditTarget',
    'AuditVerification',
    'CapabilityDescription',
    'ChangelogEntry',
    'Conformance',
    'ConnectionHealth',
    'ConnectorFinding',
    'ConnectorServer',
    'Counters',
    'CredentialVersion',
    'DecisionAnswer',
    'DecisionRefusal',
    'DeliveryChanged',
    'DeliveryStats',
    'DeliveryStatsPoint',
    'EventOccurred',
    'EventResource',
    'Finding',
    'GatewayCalls',
    'GatewayCallsPoint',
    'LookersChanged',
    'Me',
    'ProductCoverage',
    'ProductQuota',
    'ProductionAccessChange',
    'ProductionAccessRevision',
    'Reference',
    'ReferenceChange',
    'ReferenceChanges',
    'ReferenceError',
    'ReferenceOperation',
    'ReferenceReason',
    'RoleInfo',
    'SearchHit',
    'WebhookAttempt',
    'WebhookEndpointStats',
  ].map((type) => [type, () => null]),
);
const byType = (data: Data) => ('type' in data ? (data['type'] as string) : null);
const byApplication = (data: Data) => ('applicationId' in data ? (data['applicationId'] as string) : null);
const byMember = (data: Data) => ('memberId' in data ? (data['memberId'] as string) : null);

let outside = createWorkspaceClient(null);
/** The client of the workspace on screen. */
export const client = signal<WorkspaceClient>(outside);

// The next person in this tab must see nothing of what the one before has read.
effect(() => {
  if (session.value.is !== 'out') return;
  for (const each of [...known.values(), outside]) each.end();
  known.clear();
  outside = createWorkspaceClient(null);
  client.value = outside;
});

function createWorkspaceClient(workspaceId: string | null): WorkspaceClient {
  const socket = createSocket(workspaceId);
  const urql = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetch: authorized(workspaceId),
    exchanges: [
      cacheExchange({
        keys: {
          ...keyless,
          ApplicationSandbox: byApplication,
          Membership: byMember,
          UnconfirmedMembership: byMember,
          EventType: byType,
        },
      }),
      mapExchange({ onOperation: withId, onResult: withDocument }),
      subscriptionExchange({ forwardSubscription: socket.forward }),
      fetchExchange,
    ],
  });
  const request = authorized(workspaceId);
  return { workspaceId, urql, post: postBy(request), request, end: socket.end };
}

function postBy(send: typeof fetch): WorkspaceClient['post'] {
  return async (document, variables, idempotencyKey) => {
    const answer = await send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ documentId: idOf(document), variables }),
    });
    const { data, errors } = (await answer.json()) as {
      data?: unknown;
      errors?: { message: string; extensions: Partial<RefusalBody> }[];
    };
    const [error] = errors ?? [];
    if (error) throw new Refusal({ message: error.message, ...error.extensions });
    return data;
  };
}

/** The server has the text of each document, and needs only its id. The cache needs the document in the result. */
function withId(operation: Operation): Operation {
  const { query } = operation;
  const sent = { ...query, definitions: [], documentId: idOf(query), whole: query };
  return withQuery(operation, sent);
}

function withDocument(result: OperationResult): OperationResult {
  const { whole } = result.operation.query as { whole?: Operation['query'] };
  return whole ? { ...result, operation: withQuery(result.operation, whole) } : result;
}

function withQuery({ kind, key, variables, context }: Operation, query: Operation['query']): Operation {
  return makeOperation(kind, { key, query, variables }, context);
}

function idOf(document: object): string {
  const { __meta__: meta } = document as { __meta__?: { id: string } };
  if (!meta) throw new Error('A document has no id: run `npm run generate`.');
  return meta.id;
}

/** Sends a request with a fresh access token, and once more if the server ended that token meanwhile. */
function authorized(workspaceId: string | null): typeof fetch {
  return async (url, init = {}) => {
    const send = async () => {
      const token = await freshToken();
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      if (workspaceId) headers.set('x-workspace-id', workspaceId);
      const answer = await fetch(url, { ...init, headers });
      if (answer.status === 401) dropToken(token);
      return answer;
    };
    const answer = await send();
    return answer.status === 401 ? await send() : answer;
  };
}

/** Returns the refusal in a failed result. */
export function refusalOf({ graphQLErrors: [error], networkError }: CombinedError): Refusal {
  if (error) return new Refusal({ message: error.message, ...(error.extensions as Partial<RefusalBody>) });
  return networkError instanceof Refusal ? networkError : unreachable();
}
