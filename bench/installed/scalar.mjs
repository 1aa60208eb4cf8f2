// @scalar/mock-server as in its documentation. It does not check requests.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';
import document from './product-document.json' with { type: 'json' };

const base = process.env.BASE ?? '';
const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [base + path, item]));
const app = await createMockServer({ document: { ...document, paths } });
const answer = getRequestListener(app.fetch);
createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.PORT),
  'localhost',
);
