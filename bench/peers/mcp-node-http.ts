// The least that Node can do: parse the message, answer it with the result that it was started with.
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
