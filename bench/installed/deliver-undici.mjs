// Signed POSTs in a loop, from memory: nothing is stored, retried or reported.
import { createServer } from 'node:http';
import { onCommand, send } from './send.mjs';

onCommand({
  prepare: async () => {},
  async deliver({ urls, count }) {
    let sent = 0;
    const one = async () => {
      while (sent < count) {
        sent += 1;
        await send(urls[sent % urls.length], `evt_${sent}`, { sent });
      }
    };
    await Promise.all(Array.from({ length: 64 }, one));
  },
});
createServer((_request, response) => response.end()).listen(Number(process.env.PORT), 'localhost');
