// The official server package as it is meant to be used: a server object for each request, nobody's token looked at.
import { createServer as listen } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from './mcp-tool.ts';

const handle = toNodeHandler(createMcpHandler(createServer));
// The package's types know no `undefined` where Node has it.
listen((request, response) => void handle(request as never, response)).listen(
  Number(process.env['PORT']),
  'localhost',
);
