import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { useServer } from 'graphql-ws/use/ws';
import { GraphQLError, OperationTypeNode, getOperationAST, type ExecutionArgs } from 'graphql';
import { WebSocketServer } from 'ws';
import type { Context, Ports } from '../schema/context.ts';
import { refusalBody, refuse } from '../schema/errors.ts';
import { newId } from '../schema/id.ts';
import { settle } from '../schema/run.ts';
import type { Config } from './config/config.ts';
import { contextOf, countRequest, type Arrival } from './context.ts';
import { graphqlPath, type GraphqlServer } from './graphql.ts';
import { presentErrors } from './present.ts';

const initTimeoutMs = 3000;
const maxPayloadBytes = 65_536;
const maxOperationsPerSocket = 100;

/**
 * `/graphql` over graphql-transport-ws, with the schema, limits and errors of HTTP. `connection_init` carries
 * `{ authorization: 'Bearer …', workspaceId }`; who calls is judged anew for each operation, so whatever ended
 * meanwhile ends here too. Commands go by HTTP, where they have their Idempotency-Key.
 */
export function serveWebsocket(
  app: FastifyInstance,
  yoga: GraphqlServer,
  ports: Ports,
  config: Config,
): void {
  const isTrusted = proxyAddr.compile(config.trustProxy);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPayloadBytes });
  const server = useServer<Record<string, unknown>, { request: IncomingMessage }>(
    {
      connectionInitWaitTimeout: initTimeoutMs,
      onSubscribe: async (socket, _id, { query, variables, operationName }) => {
        const { connectionParams = {}, extra, subscriptions } = socket;
        const arrival = arrivalOf(connectionParams, extra.request, proxyAddr(extra.request, isTrusted));
        try {
          demandRoom(subscriptions);
          const ctx = await contextOf(ports, arrival, connectionParams['authorization'] ? 'session' : 'none');
          await countRequest(ctx);
          const { schema, parse, validate, contextFactory } = yoga.getEnveloped({ ctx });
          const document = parse(query);
          const errors = validate(schema, document);
          if (errors.length > 0) return await presentErrors(ctx, errors, true);
          const operation = getOperationAST(document, operationName)?.operation;
          if (!operation) throw refuse('invalid_request', 'Name one of the operations in `operationName`.');
          if (operation === OperationTypeNode.MUTATION)
            throw refuse('invalid_request', 'Send mutations over HTTP.');
          const contextValue = await contextFactory();
          return {
            schema,
            document,
            contextValue,
            operationName: operationName ?? null,
            variableValues: variables ?? {},
          };
        } catch (error) {
          const refusal = settle(ports.log, arrival.id, error);
          return [new GraphQLError(refusal.message, { extensions: refusalBody(refusal, arrival.id) })];
        }
      },
      onNext: async (_socket, _id, _payload, args: ExecutionArgs, { data = null, errors }) => {
        if (!errors) return undefined;
        const told = await presentErrors(args.contextValue as Context, errors, true);
        return { data, errors: told.map((error) => error.toJSON()) };
      },
    },
    sockets,
  );
  app.server.on('upgrade', (request, socket, head) => {
    // Node has taken its own listener off: without this one a client that hangs up would end the process.
    socket.on('error', () => socket.destroy());
    if (!isOwnOrigin(request.headers.origin, config)) {
      socket.end(foreignOrigin(config), () => socket.destroy());
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      sockets.emit('connection', opened, request);
      // graphql-ws would print to stderr what a client does wrong; ws has closed the socket by then.
      opened.removeAllListeners('error').on('error', (error) => {
        ports.log.debug({ event: 'socket.failed', error });
      });
    });
  });
  app.addHook('preClose', async () => await server.dispose());
}

/** Whether a request is for our sockets; any other is answered as if it had not asked for an upgrade. */
export function isForSockets({ url, headers }: IncomingMessage): boolean {
  return url === graphqlPath && headers.upgrade?.toLowerCase() === 'websocket';
}

function foreignOrigin({ baseUrl }: Config): string {
  const text = `Sockets are opened from ${baseUrl} or without an Origin header.\n`;
  const head = [
    'HTTP/1.1 403 Forbidden',
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

// Browsers always send an Origin; other clients need none.
function isOwnOrigin(origin: string | undefined, { baseUrl }: Config): boolean {
  return origin === undefined || origin === baseUrl;
}

// The operation that asks is among them.
function demandRoom(running: object): void {
  if (Object.keys(running).length <= maxOperationsPerSocket) return;
  throw refuse(
    'limit_reached',
    `A socket carries at most ${maxOperationsPerSocket} operations at a time. Complete one, or open another socket.`,
  );
}

function arrivalOf(params: Record<string, unknown>, request: IncomingMessage, ip: string): Arrival {
  const { authorization, workspaceId } = params;
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
