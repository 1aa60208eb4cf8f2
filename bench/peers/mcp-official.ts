// The official server package in its intended use: one server object per request, without a token check.
import { createServer as listen } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from './mcp-tool.ts';

const handle = toNodeHandler(createMcpHandler(createServer));
// The package's types do not allow `undefined` where Node's do.
listen((request, response) => void handle(request as never, response)).listen(
  Number(process.env['PORT']),
  'localhost',
);
