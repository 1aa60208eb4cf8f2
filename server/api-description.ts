import type { FastifyInstance, FastifyRequest } from 'fastify';
import { securitySchemes } from '../adapters/rest/openapi.ts';
import { answerHeaders } from '../adapters/http/answer-headers.ts';
import { webhooksOf } from '../adapters/rest/webhooks.ts';
import { deliveredTypes } from '../schema/records/event/message-schema.ts';
import type { Config } from './config/config.ts';
import type { OpenApiDocument } from '../schema/kernel/ports/api-description.ts';
import { sendCached } from '../adapters/http/send-cached.ts';
import { countVisit } from '../adapters/http/context.ts';
import type { ServerPorts } from './ports.ts';
import type { Description } from '../adapters/http/pages/reference/description.ts';
import { serveReference } from '../adapters/http/pages/reference/serve.ts';

/** The parts of the API description other than its paths. */
export function description({ baseUrl, sandboxUrl }: Config) {
  const { webhooks, components } = webhooksOf(deliveredTypes());
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Sallyport',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'The developer platform: accounts, workspaces, members, invitations, automations, applications, API keys, API ' +
        'products, approvals by a different person, the sandbox, and what webhooks deliver.',
    },
    servers: [{ url: baseUrl }, ...(sandboxUrl === baseUrl ? [] : [{ url: sandboxUrl }])],
    webhooks,
    components: { securitySchemes, ...components },
  };
}

// spec §9: a machine-readable description is downloadable; its pages come from the same object
export function serveDescription(app: FastifyInstance, plugin: FastifyInstance, ports: ServerPorts): void {
  const { apiDescription } = ports;
  apiDescription.describe(() => app.swagger() as unknown as OpenApiDocument);
  const options = {
    schema: { hide: true },
    onRequest: async (request: FastifyRequest) => await countVisit(ports, request),
  };
  const kinds = [
    ['json', 'application/json; charset=utf-8', () => JSON.stringify(apiDescription.document())],
    ['yaml', 'application/yaml', () => app.swagger({ yaml: true })],
  ] as const;
  for (const [kind, type, text] of kinds) {
    // Generated once, on the first request, when all routes exist: it takes longer than most requests.
    let made: Buffer | null = null;
    plugin.get(`/openapi.${kind}`, options, async (request, reply) => {
      const { ctx } = request;
      reply.headers(ctx ? answerHeaders(ctx) : {}).type(type);
      return sendCached(request, reply, (made ??= Buffer.from(text())));
    });
  }
  serveReference(plugin, { ports, read: () => apiDescription.document() as unknown as Description });
}
