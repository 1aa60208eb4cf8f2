// pg-boss with a worker that fetches fifty jobs and sends them concurrently.
import { createServer } from 'node:http';
import { PgBoss } from 'pg-boss';
import { onCommand, send } from './send.mjs';

const boss = new PgBoss({ connectionString: process.env.DATABASE_URL });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue('deliveries');

onCommand({
  async prepare({ urls, count }) {
    const jobs = Array.from({ length: count }, (_, at) => ({ data: { url: urls[at % urls.length], at } }));
    await boss.insert('deliveries', jobs);
  },
  async deliver({ count }) {
    let left = count;
    await new Promise((resolve) => {
      void boss.work('deliveries', { batchSize: 50, pollingIntervalSeconds: 0.5 }, async (jobs) => {
        await Promise.all(jobs.map(async ({ id, data }) => await send(data.url, id, data)));
        left -= jobs.length;
        if (left <= 0) resolve();
      });
    });
    await boss.offWork('deliveries');
  },
});
createServer((_request, response) => response.end()).listen(Number(process.env.PORT), 'localhost');
