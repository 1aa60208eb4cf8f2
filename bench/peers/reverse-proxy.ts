// The minimum that forwards a request with another credential: no authentication, no checks, no log.
import { Agent, createServer, request as ask } from 'node:http';
import { providerToken } from './rows.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const { hostname, port } = new URL(process.env['PROVIDER'] ?? '');

createServer((request, response) => {
  const headers = {
    ...request.headers,
    host: `${hostname}:${port}`,
    authorization: `Bearer ${providerToken}`,
  };
  const passedOn = ask(
    { agent, hostname, port, method: request.method, path: request.url, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  passedOn.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  request.pipe(passedOn);
}).listen(Number(process.env['PORT']), 'localhost');
