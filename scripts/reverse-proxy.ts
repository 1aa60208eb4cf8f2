// `node scripts/reverse-proxy.ts <port> <port of an instance>…`: the reverse proxy of `npm run cluster`. It
// distributes requests and sockets over the instances in rotation, without buffering. An instance that is not
// ready gets none.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import { createProxyServer } from 'http-proxy-3';

const host = '127.0.0.1';
const [lookMs, patienceMs] = [500, 1000];
/** A busy machine may answer late; an instance is out after this many checks without an answer. */
const maxSilent = 3;

interface Instance {
  port: number;
  isReady: boolean;
  /** How many consecutive checks it has not answered in time. */
  silent: number;
}

const [port = '', ...ports] = process.argv.slice(2);
const instances: Instance[] = ports.map((given) => ({ port: Number(given), isReady: false, silent: 0 }));
let turn = 0;

// An instance that answers as ready is in; one that refuses or answers otherwise is out.
async function look(instance: Instance): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(`http://${host}:${instance.port}/readyz`, { signal }).catch(() => null);
  instance.silent = signal.aborted ? instance.silent + 1 : 0;
  if (!signal.aborted || instance.silent === maxSilent) instance.isReady = answer?.ok ?? false;
  await answer?.body?.cancel();
}

/**
 * Connects to the next instance that accepts. The others have received nothing, so no request is sent twice.
 */
async function connectToNext(): Promise<Socket> {
  turn += 1;
  const ready = instances.filter(({ isReady }) => isReady);
  const inTurn = ready.map((_, index) => ready[(turn + index) % ready.length] as Instance);
  for (const instance of inTurn) {
    const socket = connect({ host, port: instance.port });
    const isOpen = await once(socket, 'connect', { signal: AbortSignal.timeout(patienceMs) }).then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    socket.on('error', () => {}).destroy();
    instance.isReady = false;
  }
  throw new Error('No instance is ready.');
}

const agent = new Agent();
agent.createConnection = (_options, callback) => {
  callbackify(connectToNext)((error, socket) => callback?.(error, socket));
  return undefined;
};

const proxy = createProxyServer({
  // The agent chooses the instance. `Host` stays unchanged.
  target: `http://${host}`,
  agent,
  xfwd: true,
  xfwdWsProtoAsHttp: true,
});

// Instances must not trust forwarding headers from clients.
function forgetForwarded({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers))
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) delete headers[name];
}

proxy.on('error', (_error, _request, answer) => {
  if (!(answer instanceof ServerResponse) || answer.headersSent) {
    answer.destroy();
    return;
  }
  const isNobody = instances.every(({ isReady }) => !isReady);
  answer.writeHead(isNobody ? 503 : 502, { 'content-type': 'text/plain', 'retry-after': '1' });
  answer.end(`${isNobody ? 'No instance is ready.' : 'The instance stopped.'} Try again.\n`);
});

// Java's client offers HTTP/2 in its first request by `Upgrade: h2c`. Such a request is answered over HTTP/1.1.
const isForSockets = ({ headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;
// http-proxy-3 throws for another target, which would end the process.
const hasUrl = ({ url = '' }: IncomingMessage) => URL.canParse(url, `http://${host}`);
const server = createServer({ shouldUpgradeCallback: isForSockets }, (request, answer) => {
  forgetForwarded(request);
  if (hasUrl(request)) proxy.web(request, answer);
  else answer.writeHead(400, { 'content-type': 'text/plain' }).end('The path of the request is not valid.\n');
});
server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
  forgetForwarded(request);
  if (hasUrl(request)) proxy.ws(request, socket, head);
  else socket.destroy();
});
server.on('error', ({ message }) => {
  process.stderr.write(`The proxy cannot listen: ${message}. Set PORT to another number.\n`);
  process.exit(1);
});
let isSaid = false;
const lookAtAll = async () => {
  await Promise.all(instances.map(look));
  // Before an instance is ready, the proxy would answer every request with an error.
  if (isSaid || !server.listening || instances.every(({ isReady }) => !isReady)) return;
  isSaid = true;
  process.stdout.write('The proxy is ready.\n');
};
const looking = setInterval(() => void lookAtAll(), lookMs);
server.listen(Number(port), 'localhost', () => void lookAtAll());

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(looking);
    server.close();
    server.closeIdleConnections();
  });
