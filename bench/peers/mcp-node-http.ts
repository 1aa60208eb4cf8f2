// The minimum with Node: parses the message and answers with the result given at the start.
import { createServer } from 'node:http';

const result: unknown = JSON.parse(process.env['RESULT'] ?? '{}');

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const body = JSON.stringify({ jsonrpc: '2.0', id, result });
    response.setHeader('content-type', 'application/json');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  });
}).listen(Number(process.env['PORT']), 'localhost');
