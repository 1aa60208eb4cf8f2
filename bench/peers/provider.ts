// The provider of both gateways: twenty rows of JSON for requests with the token.
import { createServer } from 'node:http';
import { providerToken, rows, rowsPath } from './rows.ts';

const body = JSON.stringify(rows);

createServer((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${providerToken}`;
  const status = isKnown ? (request.url === rowsPath ? 200 : 404) : 401;
  const answer = status === 200 ? body : '{}';
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    .end(answer);
}).listen(Number(process.env['PORT']), '127.0.0.1');
