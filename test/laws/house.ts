/** The other rooms that a room may import. `access`, `ports`, `audit` and `event` are open to all. */
// oxfmt-ignore
export const rooms: Readonly<Record<string, string>> = {
  access:               '',
  ports:                'access',
  audit:                '',
  event:                '',
  mail:                 '',
  person:               '',
  workspace:            'person',
  member:               'person workspace mail',
  invitation:           'person workspace member mail',
  session:              'person workspace member invitation mail',
  automation:           'person workspace member session',
  'mcp-client':         'workspace member',
  'mcp-credential':     'workspace member session mail mcp-client',
  approval:             'workspace member session mail automation mcp-credential',
  'workspace-deletion': 'workspace member approval mail',
  application:          'workspace member',
  sandbox:              '',
  'product-difference': '',
  product:              'workspace member sandbox product-difference vault gateway',
  'product-assignment': 'workspace member application product',
  'application-sandbox': 'workspace application',
  'product-activation': 'workspace approval product',
  'test-receipt':       'application session product product-assignment',
  'product-call':       'application sandbox product application-sandbox test-receipt',
  'production-access':  'workspace member application approval product product-assignment test-receipt',
  'api-key':            'workspace member application production-access mail',
  'live-call': 'session api-key product product-assignment product-call gateway connector vault',
  explorer:             'application api-key product product-call test-receipt',
  reference: 'application product-difference product product-assignment product-call api-key',
  project:              'workspace member',
  vault:                'workspace member project',
  gateway:              '',
  connector:            'workspace member vault gateway',
  capability:           'workspace member connector',
  connection:           'workspace member project vault connector gateway',
  selection:            'connector connection gateway',
  'mcp-server':         'workspace member project mail gateway connector connection approval',
  'mcp-grant':          'workspace member connector connection mcp-server mcp-credential',
  agent:                'connector connection gateway capability selection mcp-grant',
  'mcp-tool-call':      'connector connection gateway selection approval mcp-server mcp-credential mcp-grant agent',
  'webhook-endpoint':   'workspace member vault mail gateway',
  'webhook-delivery':   'workspace member vault mail gateway webhook-endpoint',
};

/** The packages that a folder may import. A new package requires an ADR. */
// oxfmt-ignore
export const packages: Readonly<Record<string, string>> = {
  db: 'canonicalize knex objection pg pg-copy-streams zod',
  schema:
    '@graphql-typed-document-node/core @pothos/* canonicalize dataloader graphql graphql-jit ipaddr.js ' +
    'jose jose/* knex lru-cache objection p-limit re2js stemmer tldts typeid-js uuid zod',
  adapters:
    '@escape.tech/graphql-armor @fastify/proxy-addr @graphql-typed-document-node/core ' +
    '@graphql-yoga/render-graphiql @modelcontextprotocol/* ajv/** cookie fastify fastify-type-provider-zod find-my-way ' +
    'graphql graphql-ws graphql-yoga helmet ipaddr.js json-rpc-2.0 knex lru-cache oauth4webapi oidc-provider ' +
    'openapi-sampler p-limit re2js undici ws yaml zod',
  server:
    '@fastify/* @node-rs/argon2 ajv/** canonicalize fastify ioredis knex lru-cache nodemailer p-limit pino ' +
    'pino-pretty postal-mime rate-limiter-flexible zod',
  console:
    '@graphql-typed-document-node/core @prefresh/vite @preact/signals @urql/* graphql-ws lucide-static/* preact ' +
    'preact/* preact-iso/* vite',
  sdk: 'oauth4webapi openapi-fetch',
  scripts: '@graphql-codegen/cli @modelcontextprotocol/client graphql graphql-ws http-proxy-3 rolldown vite vitest vitest/node',
};
