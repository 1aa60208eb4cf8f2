import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import * as connectFormats from '../../../schema/values/connect-formats.ts';
import { id, time } from './common.ts';

const ConnectorImport = z
  .object({
    id: id('cim'),
    status: z.enum(['WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED']),
    sourceUrl: z.string().nullable(),
    readyMade: z.string().nullable(),
    added: z.int(),
    changed: z.int().meta({ description: 'Changed capabilities; they are marked as drifted.' }),
    unchanged: z.int(),
    removed: z.int(),
    operations: z.int().nullable().meta({ description: 'Null until the import has read all.' }),
    findingCount: z.int(),
    failureCode: z.string().nullable(),
    failure: z.string().nullable(),
    startedAt: time.nullable(),
    endedAt: time.nullable(),
    createdAt: time,
  })
  .meta({ id: 'ConnectorImport' });

export const ReadyMadeConnector = z
  .object({
    id: z
      .string()
      .meta({ description: 'The value for `readyMade` of a new connector.', examples: ['github'] }),
    name: z.string().meta({ examples: ['GitHub'] }),
    description: z.string(),
  })
  .meta({ id: 'ReadyMadeConnector' });

export const ReadyMadeConnectorDetail = ReadyMadeConnector.extend({
  document: z.string().meta({
    description: 'Its description, an OpenAPI 3.1 document in YAML.',
    examples: ['openapi: 3.1.0\n…'],
  }),
}).meta({ id: 'ReadyMadeConnectorDetail' });

const patternsMeaning =
  'Further addresses for connections. `*` stands for part of one label of the host or of one segment of the path.';
const baseUrlPatterns = connectFormats.baseUrlPatterns.meta({
  description: patternsMeaning,
  examples: [['https://*.example.net/api']],
});

export const Connector = z
  .object({
    id: id('con'),
    workspaceId: id('ws'),
    name: z.string().meta({ examples: ['GitHub'] }),
    description: z.string(),
    source: z.enum(['OPENAPI', 'MCP']),
    sourceUrl: z
      .string()
      .nullable()
      .meta({ examples: ['https://api.example.com/openapi.json'] }),
    readyMade: z.string().nullable().meta({ description: 'The id of the ready-made connector.' }),
    credentialReferenceId: id('cref')
      .nullable()
      .meta({ description: 'The credential reference for listing an MCP server’s tools.' }),
    status: z.enum(['IMPORTING', 'READY', 'FAILED', 'DELETED']),
    apiTitle: z.string().nullable(),
    apiVersion: z.string().nullable(),
    servers: z.array(z.object({ url: z.string(), description: z.string() })),
    baseUrlPatterns: z
      .array(z.string())
      .meta({ description: patternsMeaning, examples: [['https://*.example.net/api']] }),
    baseUrlProposals: z.array(z.string()).meta({
      description:
        'The patterns that the description proposes. They apply only after you add them to `baseUrlPatterns`.',
      examples: [['https://*.example.net/api']],
    }),
    schemes: z.unknown().meta({
      description: 'The security schemes, as an array of `{ name, kind, … }`.',
      examples: [[]],
    }),
    latestImport: ConnectorImport.nullable(),
    importedAt: time.nullable(),
    createdBy: z.object({ id: id('mem') }).nullable(),
    deletedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Connector' });

const findings = z
  .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
  .meta({ description: 'The parts of the description that the import left out, and why: the first 500.' });

export const ConnectorDetail = Connector.extend({
  latestImport: ConnectorImport.extend({ findings }).meta({ id: 'ConnectorImportDetail' }).nullable(),
}).meta({ id: 'ConnectorDetail' });

const url = connectFormats.documentUrl.meta({ examples: ['https://api.example.com/openapi.json'] });
const document = connectFormats.document.meta({
  description: 'The description itself, as a JSON or YAML string of up to 32 MiB.',
  examples: ['openapi: 3.1.0\n…'],
});

export const CreateConnector = z
  .strictObject({
    name: formats.name
      .meta({ examples: ['GitHub'] })
      .optional()
      .meta({ description: 'Required except for a ready-made connector, which has a name.' }),
    description: formats.description.optional(),
    source: z
      .enum(['OPENAPI', 'MCP'])
      .optional()
      .meta({ description: 'Required except for a ready-made connector, which uses OPENAPI.' }),
    url: url.optional().meta({
      description: 'The URL of the description or of the MCP server. Send this, `document` or `readyMade`.',
    }),
    document: document.optional(),
    readyMade: connectFormats.readyMade
      .meta({ examples: ['github'] })
      .optional()
      .meta({ description: 'The id of a ready-made connector.' }),
    credentialReferenceId: id('cref').optional(),
    baseUrlPatterns: baseUrlPatterns.optional(),
  })
  .meta({ id: 'CreateConnector' });

export const UpdateConnector = z
  .strictObject({
    name: formats.name.optional(),
    description: formats.description.optional(),
    url: url.optional(),
    credentialReferenceId: id('cref').optional(),
    baseUrlPatterns: baseUrlPatterns.optional(),
  })
  .meta({ id: 'UpdateConnector' });

export const ImportConnector = z
  .strictObject({ document: document.optional() })
  .optional()
  .meta({ id: 'ImportConnector' });
