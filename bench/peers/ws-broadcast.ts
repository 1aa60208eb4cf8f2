import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

// Sends the posted body to every open socket: one frame, built once.
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const frame = Buffer.concat(chunks);
    if (frame.length > 0) for (const socket of sockets.clients) socket.send(frame, { binary: false });
    response.end('{}');
  });
});
const sockets = new WebSocketServer({ server });
server.listen(Number(process.env['PORT']), 'localhost');
process.on('SIGTERM', () => process.exit());
