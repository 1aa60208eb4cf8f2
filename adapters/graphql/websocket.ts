import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { handleProtocols, makeServer, type Context as Connection, type SubscribePayload } from 'graphql-ws';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  execute,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { WebSocketServer } from 'ws';
import { subjectOf } from '../../schema/kernel/access/caller.ts';
import { knownOf, type Context } from '../../schema/kernel/context.ts';
import { forgetScopes } from '../../schema/forget-scopes.ts';
import { refusalBody, refuse } from '../../schema/values/errors.ts';
import { newId } from '../../schema/values/id.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';
import type { Arrival } from '../http/arrival.ts';
import { contextOf, countRequest } from '../http/context.ts';
import { SubscriberGroups } from './subscriber-groups.ts';
import { closeCodes, closingOf, type Closing } from './close-codes.ts';
import { shakeHands } from './handshake.ts';
import type { LiveSocket, Sockets } from './sockets.ts';
import { subscribe, type LiveArgs } from './subscription.ts';
import { countFurther, parsedDocument, textOfDocument } from './own-documents.ts';
import { createTransport, type Extra } from './transport.ts';
import { presentErrors } from './present.ts';
import { graphqlPath } from './graphql-path.ts';
import type { GraphqlServer } from './yoga.ts';
import type { SurfaceConfig, SurfacePorts } from '../http/surface.ts';

const initTimeoutMs = 3000;
const maxPayloadBytes = 65_536;

type Socket = Connection<Record<string, unknown>, Extra & { live?: LiveSocket }>;

/**
 * Serves `/graphql` over graphql-transport-ws, with the schema, limits and errors of HTTP. `connection_init`
 * contains `{ authorization: 'Bearer …', workspaceId }`. The server checks the caller then and for each
 * operation, and closes the socket when the access ends. Mutations need HTTP for their Idempotency-Key.
 */
export function serveWebsocket(
  app: FastifyInstance,
  yoga: GraphqlServer,
  ports: SurfacePorts & { readonly sockets: Sockets },
  config: SurfaceConfig,
): void {
  const isTrusted = proxyAddr.compile(config.trustProxy);
  const { limits } = config.settings;
  const groups = new SubscriberGroups(ports);

  const arrivalOf = ({ connectionParams = {}, extra }: Socket): Arrival =>
    arrivalBy(connectionParams, extra.request, proxyAddr(extra.request, isTrusted));

  const server = makeServer<Record<string, unknown>, Socket['extra']>({
    connectionInitWaitTimeout: initTimeoutMs,
    onConnect: async (socket) => {
      const arrival = arrivalOf(socket);
      try {
        const ctx = await contextOf(ports, arrival, 'session');
        await countRequest(ctx);
        const live = await ports.sockets.admit(knownOf(ctx), socket.extra.close);
        live.countOperations = () => Object.keys(socket.subscriptions).length;
        Object.assign(socket.extra, { live, left: () => live.leave() });
        // The client hung up during admission.
        if (socket.extra.isOver) live.leave();
        return true;
      } catch (error) {
        socket.extra.close(closingOf(toRefusal(ports.log, arrival.id, error)));
        return false;
      }
    },
    onSubscribe: async (socket, _id, payload) => {
      const arrival = arrivalOf(socket);
      try {
        assertCapacity(liveOf(socket));
        return await liveOf(socket).begin(async () => await prepare(socket, arrival, payload));
      } catch (error) {
        const refusal = toRefusal(ports.log, arrival.id, error);
        return [new GraphQLError(refusal.message, { extensions: refusalBody(refusal, arrival.id) })];
      }
    },
    subscribe: async (args) => {
      const { socket } = args as LiveArgs;
      return (await socket.begin(async () => await subscribe(groups, args as LiveArgs))) as never;
    },
    execute: async (args) => {
      const result = await execute(args);
      const ctx = args.contextValue as Context;
      forgetScopes(ctx);
      return result.errors ? { ...result, errors: await presentErrors(ctx, result.errors, true) } : result;
    },
  });

  // Counts include the new operation. Each receives every event, so one member's operations cost others.
  function assertCapacity(socket: LiveSocket): void {
    const { operationsPerSocket, operationsPerMember } = limits;
    if (socket.countOperations() > operationsPerSocket)
      throw refuse(
        'limit_reached',
        `A socket carries at most ${operationsPerSocket} operations at a time. Complete one, or open another socket.`,
      );
    if (ports.sockets.operationsOf(subjectOf(socket.caller)) > operationsPerMember)
      throw refuse(
        'limit_reached',
        `You have at most ${operationsPerMember} operations at a time on all of your sockets. Complete one first.`,
      );
  }

  async function prepare(
    { extra }: Socket,
    arrival: Arrival,
    { query: sent, variables, operationName, extensions }: SubscribePayload,
  ): Promise<LiveArgs | readonly GraphQLError[]> {
    const socket = liveOf({ extra });
    // An expired socket closes: its client reconnects. A refusal alone would make it give up the operation.
    if (!socket.isOpen()) throw refuse('session_expired', 'The access token has expired. Connect again.');
    const { roleChanges, caller } = socket;
    // The workspace is chosen once, so the end of that membership ends every operation on the socket.
    const headers = {
      ...arrival.headers,
      ...(caller.membership && { 'x-workspace-id': caller.membership.workspaceId }),
    };
    const isOwnDocument = sent === '' && extensions?.['documentId'] !== undefined;
    const query = isOwnDocument ? textOfDocument(extensions['documentId']) : sent;
    const ctx = { ...(await contextOf(ports, { ...arrival, headers }, 'session')), isOwnDocument };
    if (knownOf(ctx).membership?.memberId !== caller.membership?.memberId) {
      extra.close(anotherMember);
      throw refuse('workspace_access_denied', anotherMember.reason);
    }
    // If an event changed the role meanwhile, the role read here is older.
    if (roleChanges === socket.roleChanges) socket.role = knownOf(ctx).membership?.role ?? null;
    await countRequest(ctx);
    if (isOwnDocument) await countFurther(ctx, parsedDocument(query), variables);
    const { schema, parse, validate } = yoga.getEnveloped({ ctx });
    const document = parse(query);
    const errors = validate(schema, document);
    if (errors.length > 0) return await presentErrors(ctx, errors, true);
    const operation = getOperationAST(document, operationName);
    if (!operation) throw refuse('invalid_request', 'Name one of the operations in `operationName`.');
    assertHere(operation);
    return {
      schema,
      document,
      contextValue: ctx,
      operationName: operationName ?? null,
      variableValues: variables ?? {},
      query,
      operation,
      socket,
    };
  }

  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    handleProtocols: (protocols) => handleProtocols(protocols),
  });
  const serve = createTransport(server, ports.log);
  app.server.on('upgrade', (request, socket, head) => {
    // Node has removed its own listener: without this one, a client that hangs up would end the process.
    socket.on('error', () => socket.destroy());
    void shakeHands({ ports, config, ip: proxyAddr(request, isTrusted) }, request, socket, () =>
      webSockets.handleUpgrade(request, socket, head, (opened) => serve(opened, request)),
    );
  });
  app.addHook('preClose', () => {
    for (const socket of webSockets.clients)
      socket.close(1001, 'The server is shutting down. Connect again.');
    webSockets.close();
  });
}

function liveOf({ extra }: Pick<Socket, 'extra'>): LiveSocket {
  if (!extra.live) throw new Error('An operation began without a caller.');
  return extra.live;
}

const anotherMember: Closing = {
  code: closeCodes.tryAgainLater,
  reason: 'Your memberships have changed since the socket opened. Connect again.',
};

/** Whether a request is for our sockets. The server answers any other as if it had no upgrade header. */
export function isForSockets({ url, headers }: IncomingMessage): boolean {
  return url === graphqlPath && headers.upgrade?.toLowerCase() === 'websocket';
}

function assertHere({ operation, selectionSet }: OperationDefinitionNode): void {
  if (operation === OperationTypeNode.MUTATION) throw refuse('invalid_request', 'Send mutations over HTTP.');
  // The name of the field determines the permission to check when the member's role changes.
  const isNamed = selectionSet.selections.every(({ kind }) => kind === Kind.FIELD);
  if (operation === OperationTypeNode.SUBSCRIPTION && !isNamed)
    throw refuse('invalid_request', 'Name the field of a subscription directly, not with a fragment.');
}

function arrivalBy(params: Record<string, unknown>, request: IncomingMessage, ip: string): Arrival {
  const given = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const { authorization, workspaceid, 'x-workspace-id': workspaceId = workspaceid } = given;
  return {
    id: newId('request'),
    ip,
    headers: {
      ...(typeof authorization === 'string' && { authorization }),
      ...(workspaceId !== undefined && {
        'x-workspace-id': typeof workspaceId === 'string' ? workspaceId : '',
      }),
      ...(request.headers['user-agent'] && { 'user-agent': request.headers['user-agent'] }),
    },
  };
}
