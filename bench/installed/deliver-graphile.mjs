// graphile-worker with 64 concurrent jobs.
import { createServer } from 'node:http';
import { makeWorkerUtils, run } from 'graphile-worker';
import { onCommand, send } from './send.mjs';

const connectionString = process.env.DATABASE_URL;
const utils = await makeWorkerUtils({ connectionString });
await utils.migrate();
let told = () => {};

onCommand({
  async prepare({ urls, count }) {
    const specs = Array.from({ length: count }, (_, at) => ({
      identifier: 'deliver',
      payload: { url: urls[at % urls.length], at },
    }));
    await utils.addJobs(specs);
  },
  async deliver({ count }) {
    let left = count;
    const done = new Promise((resolve) => (told = resolve));
    const runner = await run({
      connectionString,
      concurrency: 64,
      pollInterval: 500,
      noHandleSignals: true,
      taskList: {
        deliver: async (payload, { job }) => {
          await send(payload.url, job.id, payload);
          left -= 1;
          if (left <= 0) told();
        },
      },
    });
    await done;
    await runner.stop();
  },
});
createServer((_request, response) => response.end()).listen(Number(process.env.PORT), 'localhost');
