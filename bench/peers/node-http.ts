// The minimum with Node: parses the body and answers it.
import { createServer } from 'node:http';

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { message, reference } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    const body = JSON.stringify({ message, accepted: true, reference });
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('content-length', Buffer.byteLength(body));
    response.end(body);
  });
}).listen(Number(process.env['PORT']), 'localhost');
