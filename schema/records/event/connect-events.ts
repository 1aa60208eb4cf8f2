import { z } from 'zod';
import {
  connectionMethods,
  connectionProblems,
  connectionStatuses,
  revocations,
} from '../../../db/models/connection.ts';
import { connectorImportStatuses } from '../../../db/models/connector-import.ts';
import { connectorSources, connectorStatuses } from '../../../db/models/connector.ts';
import { credentialKinds, credentialReferenceStatuses } from '../../../db/models/credential-reference.ts';
import { projectStatuses } from '../../../db/models/project.ts';
import { vaultDrivers, vaultStatuses } from '../../../db/models/vault.ts';
import { eventsOf } from './events-of.ts';

const project = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(projectStatuses),
});

const vault = z.object({
  name: z.string(),
  driver: z.enum(vaultDrivers),
  address: z.string(),
  mount: z.string(),
  namespace: z.string().nullable(),
  status: z.enum(vaultStatuses),
});

const credentialReference = z.object({
  projectId: z.string(),
  provider: z.string(),
  kind: z.enum(credentialKinds),
  vaultId: z.string().nullable(),
  status: z.enum(credentialReferenceStatuses),
  version: z.number(),
  expiresAt: z.string().nullable(),
});

const connector = z.object({
  name: z.string(),
  source: z.enum(connectorSources),
  sourceUrl: z.string().nullable(),
  readyMade: z.string().nullable(),
  status: z.enum(connectorStatuses),
});

const connectorImport = connector.extend({
  import: z.object({
    id: z.string(),
    status: z.enum(connectorImportStatuses),
    added: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    removed: z.number(),
    failureCode: z.string().nullable(),
  }),
});

const connection = z.object({
  projectId: z.string(),
  connectorId: z.string(),
  name: z.string(),
  method: z.enum(connectionMethods),
  status: z.enum(connectionStatuses),
  problem: z.enum(connectionProblems).nullable(),
  revocation: z.enum(revocations).nullable(),
});

/** The events of the connect wing. */
export const connectEvents = {
  ...eventsOf('project', project, {
    'project.created': 'A project was created.',
    'project.updated': 'The name or the description of a project changed.',
    'project.deleted': 'A project was deleted.',
  }),
  ...eventsOf('vault', vault, {
    'vault.created': 'An external vault was registered.',
    'vault.updated': 'The name or the token of an external vault changed.',
    'vault.deleted': 'An external vault was deleted.',
  }),
  ...eventsOf('credential_reference', credentialReference, {
    'credential_reference.created': 'A provider’s secret was stored in a vault.',
    'credential_reference.versioned': 'A provider’s secret has a new value, in use immediately.',
    'credential_reference.version_destroyed': 'An earlier value of a provider’s secret was destroyed.',
    'credential_reference.expired': 'A provider’s secret has expired.',
    'credential_reference.destroyed': 'A provider’s secret and all its earlier values were destroyed.',
  }),
  ...eventsOf('credential_reference', credentialReference.extend({ daysLeft: z.number() }), {
    'credential_reference.expiring': 'A provider’s secret expires in 30, 7 or 1 days.',
  }),
  ...eventsOf('connector', connectorImport, {
    'connector.created': 'A connector was created, and the import of its description started.',
    'connector.import_requested': 'The import of a connector’s description started again.',
    'connector.imported': 'The import of a connector’s description finished.',
    'connector.import_failed': 'The import of a connector’s description failed.',
  }),
  ...eventsOf('connector', connector, {
    'connector.updated': 'The name, the description, the address or the credential of a connector changed.',
    'connector.deleted': 'A connector was deleted.',
  }),
  ...eventsOf('connection', connection, {
    'connection.created': 'A connection to a provider was created.',
    'connection.updated': 'The name, the settings, the test or the account of a connection changed.',
    'connection.authorization_requested': 'A person started to authorize a connection at its provider.',
    'connection.authorized': 'A provider authorized a connection.',
    'connection.authorization_failed': 'The authorization of a connection failed.',
    'connection.authorization_expired':
      'The authorization of a connection expired before the person returned.',
    'connection.identity_change_blocked':
      'A connection was authorized for another account at its provider, which the server refused.',
    'connection.degraded': 'A connection fails, but keeps serving calls.',
    'connection.action_required': 'A connection serves no calls until a person fixes it.',
    'connection.recovered': 'A connection works again.',
    'connection.disabled': 'A connection was disabled, and keeps its secrets.',
    'connection.enabled': 'A disabled connection was enabled.',
    'connection.disconnecting': 'The server is ending a connection and revoking its tokens at the provider.',
    'connection.disconnected': 'A connection was disconnected permanently.',
  }),
};
