// Prism's server, as its command starts it: checks requests, answers with the example.
import { createRequire } from 'node:module';
import document from './product-document.json' with { type: 'json' };

const require = createRequire(import.meta.url);
const { createServer } = require('@stoplight/prism-http-server');
const { getHttpOperationsFromSpec } = require('@stoplight/prism-http');
const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success', 'start', 'note'].map((level) => [
    level,
    () => {},
  ]),
);
const logger = { ...silent, child: () => logger };

const base = process.env.BASE ?? '';
const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [base + path, item]));
const operations = await getHttpOperationsFromSpec({ ...document, paths });
const server = createServer(operations, {
  components: { logger },
  cors: false,
  config: {
    isProxy: false,
    checkSecurity: false,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  },
});
await server.listen(Number(process.env.PORT), 'localhost');
