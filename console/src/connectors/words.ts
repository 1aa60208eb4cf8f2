import type { ConnectorSource } from './documents.generated.ts';

export const sourceNames: Readonly<Record<ConnectorSource, string>> = {
  OPENAPI: 'OpenAPI document',
  MCP: 'MCP server',
};
