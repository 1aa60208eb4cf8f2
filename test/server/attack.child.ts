// `node attack.child.ts <url> <attack> <address> [<token> <workspace>]` attacks the server from an address.
// When its standard input ends, it prints how often each answer occurred.
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { WebSocket } from 'ws';
import { Agent, fetch } from 'undici';

const [, , address = '', attack = '', localAddress = '', token = '', workspaceId = ''] = process.argv;
const url = address.replace('localhost', '127.0.0.1');
const dispatcher = new Agent({ connections: 1000, localAddress });
const { port } = new URL(url);
const counts: Record<string, number> = {};
const over = new AbortController();
const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);

const fields = 'types { name description fields { name description type { name fields { name } } } }';
const bomb = `{ ${Array.from({ length: 15 }, (_, at) => `a${at}: __schema { ...S }`).join(' ')} } fragment S on __Schema { ${fields} }`;

/** Sends one request after the other on each of the connections. */
async function flood(connections: number, path: string, bodyOf: (turn: number) => object): Promise<void> {
  let turn = 0;
  const one = async () => {
    while (!over.signal.aborted) {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf((turn += 1))),
        dispatcher,
      }).catch(() => null);
      await answer?.text().catch(() => '');
      count(String(answer?.status ?? 'hung up'));
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Opens the connections again and again, and acts on each. */
async function connect(connections: number, act: (socket: Socket) => void): Promise<void> {
  const one = async () => {
    while (!over.signal.aborted) {
      const socket = createConnection({ port: Number(port), host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      socket.on('connect', () => act(socket));
      await once(socket, 'close');
      count('hung up');
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Opens the sockets with unique subscriptions on each; a refused subscription is sent again. */
async function subscribe(sockets: number, perSocket: number): Promise<void> {
  let named = 0;
  const begin = (socket: WebSocket) => {
    const id = String((named += 1));
    const query = `subscription { s${id}: eventOccurred { cursor type occurredAt event { id type data actor { id } } } }`;
    socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query } }));
  };
  const told: Record<string, (socket: WebSocket) => void> = {
    connection_ack: (socket) => {
      for (let turn = 0; turn < perSocket; turn += 1) begin(socket);
    },
    next: () => count('200'),
    error: (socket) => {
      count('refused');
      setTimeout(begin, 1000, socket);
    },
    ping: (socket) => socket.send('{"type":"pong"}'),
  };
  const one = () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      localAddress,
    });
    const payload = { authorization: `Bearer ${token}`, workspaceId };
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
    socket.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString('utf8')) as { type: string };
      told[type]?.(socket);
    });
    socket.on('error', () => {});
    socket.on('close', (code) => {
      count(`closed ${code}`);
      setTimeout(one, 1000);
    });
  };
  for (let turn = 0; turn < sockets; turn += 1) one();
  await once(over.signal, 'abort');
}

function request(method: string, path: string, body = ''): string {
  const length = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n${body}`;
}

const introspection = JSON.stringify({ query: getIntrospectionQuery() });
const attacks: Record<string, () => Promise<void>> = {
  bombs: async () => await flood(40, '/graphql', () => ({ query: bomb })),
  introspections: async () => await flood(40, '/graphql', () => ({ query: getIntrospectionQuery() })),
  'different introspections': async () =>
    await flood(40, '/graphql', (turn) => ({ query: `${getIntrospectionQuery()} # ${turn}` })),
  'sign-ups': async () =>
    await flood(110, '/api/auth/sign-up', (turn) => ({
      email: `flood-${turn}@example.com`,
      password: 'correct horse battery staple',
      name: 'Flood',
      workspaceName: 'Flood',
    })),
  'wrong passwords': async () =>
    await flood(50, '/api/auth/sign-in', (turn) => ({
      email: `flood-${turn % 10}@example.com`,
      password: 'wrong',
    })),
  unread: async () =>
    await connect(40, (socket) => {
      socket.pause();
      socket.write(
        request('POST', '/graphql', introspection).repeat(10) + request('GET', '/openapi.json').repeat(10),
      );
    }),
  subscriptions: async () => await subscribe(20, 29),
  'half-sent': async () =>
    await connect(300, (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Half: ')),
};

process.stdin.on('end', () => {
  over.abort();
  console.log(JSON.stringify(counts));
  process.exit();
});
process.stdin.resume();
console.log('begun');
await attacks[attack]?.();
