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

export const project = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(projectStatuses),
});

export const vault = z.object({
  name: z.string(),
  driver: z.enum(vaultDrivers),
  address: z.string(),
  mount: z.string(),
  namespace: z.string().nullable(),
  status: z.enum(vaultStatuses),
});

export const credentialReference = z.object({
  projectId: z.string(),
  provider: z.string(),
  kind: z.enum(credentialKinds),
  vaultId: z.string().nullable(),
  status: z.enum(credentialReferenceStatuses),
  version: z.number(),
  expiresAt: z.string().nullable(),
});

export const connector = z.object({
  name: z.string(),
  source: z.enum(connectorSources),
  sourceUrl: z.string().nullable(),
  readyMade: z.string().nullable(),
  status: z.enum(connectorStatuses),
});

export const connectorImport = connector.extend({
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

export const connection = z.object({
  projectId: z.string(),
  connectorId: z.string(),
  name: z.string(),
  method: z.enum(connectionMethods),
  status: z.enum(connectionStatuses),
  problem: z.enum(connectionProblems).nullable(),
  revocation: z.enum(revocations).nullable(),
});
