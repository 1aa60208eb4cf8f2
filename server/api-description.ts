import type { FastifyInstance } from 'fastify';
import { securitySchemes } from '../adapters/rest/openapi.ts';
import { webhooksOf } from '../adapters/rest/webhooks.ts';
import { deliveredTypes } from '../schema/event/message-schema.ts';
import type { Config } from './config/config.ts';

/** What the description of the API says beside its paths. */
export function description({ baseUrl, sandboxUrl }: Config) {
  const { webhooks, components } = webhooksOf(deliveredTypes());
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sallyport',
      version: '1',
      description:
        'The developer platform: accounts, workspaces, members, invitations, automations, applications, API keys, approvals ' +
        'by a different person, the sandbox, and what webhooks deliver.',
    },
    servers: [{ url: baseUrl }, ...(sandboxUrl === baseUrl ? [] : [{ url: sandboxUrl }])],
    webhooks,
    components: { securitySchemes, ...components },
  };
}

// spec §9: a machine-readable description is downloadable
export function serveDescription(app: FastifyInstance, plugin: FastifyInstance): void {
  const schema = { hide: true };
  plugin.get('/openapi.json', { schema }, async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(app.swagger())),
  );
  plugin.get('/openapi.yaml', { schema }, async (_request, reply) =>
    reply.type('application/yaml').send(app.swagger({ yaml: true })),
  );
}
