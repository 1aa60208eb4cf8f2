import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintSecret } from '../../schema/values/secret.ts';
import { testApp } from '../support/app.ts';

const t = await testApp();
const other = await testApp();
beforeAll(async () => void (await t.app.listen({ port: 0, host: '127.0.0.1' })));

const foreign = { Connection: 'Upgrade', Upgrade: 'websocket', Origin: 'https://evil.example.com' };

describe('a request with an upgrade', () => {
  it('to HTTP/2, as curl sends it, is answered as without one', async () => {
    const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABk' };

    const { status, body } = await ask('/v1/sandbox/health', headers);

    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', environment: 'sandbox' } });
  });

  it('to a socket on another path gets the answer of that path', async () => {
    const { status, body } = await ask('/nothing', { ...foreign });

    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found' });
  });

  it('400: with a credential in its URL', async () => {
    const secret = mintSecret('ak_sandbox').text;

    const { status, body } = await ask(`/graphql?key=${secret}`, { ...foreign });

    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'credential_in_url' } }] });
    expect(JSON.stringify(t.events)).not.toContain(secret);
  });
});

describe('a socket that is rejected because of its Origin', () => {
  it('does no harm when the client hangs up at that moment', async () => {
    for (let i = 0; i < 50; i += 1) {
      const socket = await connect(t.app.server.address() as AddressInfo);
      socket.write(upgradeOf(foreign), () => socket.resetAndDestroy());
      await once(socket, 'close');
    }

    expect((await ask('/healthz', {})).status).toBe(200);
  });

  it('does not prevent the server from stopping when the client keeps its half open', async () => {
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = await connect(other.app.server.address() as AddressInfo);
    socket.write(upgradeOf(foreign));
    const [answer] = await once(socket, 'data');

    await other.app.close();

    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /);
    socket.destroy();
  });
});

async function ask(path: string, headers: Record<string, string>) {
  const { port } = t.app.server.address() as AddressInfo;
  const sending = request({ host: '127.0.0.1', port, path, headers }).end();
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode, body: JSON.parse(text) };
}

async function connect({ port }: AddressInfo): Promise<Socket> {
  const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

function upgradeOf(headers: Record<string, string>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `GET /graphql HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
