import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import { Capability } from '../../http/shapes/capability.ts';
import {
  Connector,
  ConnectorDetail,
  CreateConnector,
  ImportConnector,
  ReadyMadeConnector,
  ReadyMadeConnectorDetail,
  UpdateConnector,
} from '../../http/shapes/connector.ts';

const tag = 'Connectors';
const byId = z.object({ id: z.string() });
const connectors = '/api/console/connect/connectors';
const providers = '/api/console/connect/providers';
/** For a document of 32 MiB, as a string in JSON. */
const bodyLimitBytes = 40 * 2 ** 20;
const isTrue = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

export const connectorRoutes = [
  route('GET', providers, documents.ReadyMadeConnectorsDocument, {
    credential: 'session',
    tag,
    summary: 'List the ready-made connectors',
    answer: z.object({ data: z.array(ReadyMadeConnector) }),
    variables: () => ({}),
    reply: (readyMade) => ({ data: readyMade }),
  }),
  route('GET', `${providers}/:id`, documents.ReadyMadeConnectorDocument, {
    credential: 'session',
    tag,
    summary: 'Read a ready-made connector, with its description',
    params: byId,
    answer: ReadyMadeConnectorDetail,
    variables: ({ params }) => params,
    reply: (readyMade) => readyMade,
  }),
  route('GET', connectors, documents.ConnectorsDocument, {
    credential: 'session',
    tag,
    summary: 'List the connectors that are not deleted',
    query: listQuery,
    answer: listOf(Connector),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', connectors, documents.CreateConnectorDocument, {
    credential: 'session',
    tag,
    summary:
      'Create a connector from a provider’s description, or a ready-made one; the server imports it in the background',
    body: CreateConnector,
    bodyLimitBytes,
    answer: Connector,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ connector }) => connector,
    errors: ['limit_reached', 'name_taken', 'payload_too_large'],
  }),
  route('GET', `${connectors}/:id`, documents.ConnectorDocument, {
    credential: 'session',
    tag,
    summary: 'Read a connector with the progress and the findings of its import',
    params: byId,
    answer: ConnectorDetail,
    variables: ({ params }) => params,
    reply: (connector) => connector,
  }),
  route('PATCH', `${connectors}/:id`, documents.UpdateConnectorDocument, {
    credential: 'session',
    tag,
    summary: 'Change its name, description or the URL of its import',
    params: byId,
    body: UpdateConnector,
    answer: Connector,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ connector }) => connector,
    errors: ['invalid_transition', 'name_taken'],
  }),
  route('POST', `${connectors}/:id/import`, documents.ImportConnectorDocument, {
    credential: 'session',
    tag,
    summary: 'Import its description again',
    params: byId,
    body: ImportConnector,
    bodyLimitBytes,
    answer: Connector,
    status: 202,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ connector }) => connector,
    errors: ['invalid_request', 'invalid_transition', 'payload_too_large'],
  }),
  route('GET', `${connectors}/:id/capabilities`, documents.ConnectorCapabilitiesDocument, {
    credential: 'session',
    tag,
    summary: 'List its capabilities',
    params: byId,
    query: listQuery.extend({
      drifted: isTrue.meta({ description: 'Only drifted ones.' }),
      removed: isTrue.meta({ description: 'Only removed ones.' }),
    }),
    answer: listOf(Capability),
    variables: ({ params, query: { drifted, removed, ...page } }) => ({
      ...pageArgs(page),
      connectorId: params.id,
      drifted: drifted ?? null,
      removed: removed ?? null,
    }),
    reply: pageReply,
  }),
  route('DELETE', `${connectors}/:id`, documents.DeleteConnectorDocument, {
    credential: 'session',
    tag,
    summary: 'Delete a connector without connections',
    params: byId,
    answer: Connector,
    variables: ({ params }) => ({ input: params }),
    reply: ({ connector }) => connector,
    errors: ['invalid_transition', 'in_use'],
  }),
];
