import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { Vault } from '../../../db/models/vault.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findReference, findVault } from './find.ts';
import { CredentialReferenceType } from './type.ts';
import { VaultType } from './vault-type.ts';

builder.queryField('credentialReferences', (t) =>
  t.connection({
    type: CredentialReferenceType,
    nullable: true,
    description:
      'The credential references of the workspace or of one project, oldest first, without destroyed ones. Needs ' +
      '`credential_references:read`.',
    args: { projectId: t.arg.id() },
    authScopes: { can: 'credential_references:read' },
    complexity: pageCost,
    resolve: async (_root, { projectId, ...args }, ctx) => {
      const all = CredentialReference.inWorkspace(ctx).where({ status: 'ACTIVE' });
      return await pageOf(projectId ? all.where({ projectId }) : all, args);
    },
  }),
);

builder.queryField('credentialReference', (t) =>
  t.field({
    type: CredentialReferenceType,
    nullable: true,
    description: 'One credential reference, even if it is destroyed. Needs `credential_references:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'credential_references:read' },
    resolve: async (_root, { id }, ctx) => await findReference(ctx, id),
  }),
);

builder.queryField('vaults', (t) =>
  t.connection({
    type: VaultType,
    nullable: true,
    description:
      'The external vaults of the workspace, oldest first, without deleted ones. Needs `credential_references:read`.',
    authScopes: { can: 'credential_references:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await pageOf(Vault.inWorkspace(ctx).where({ status: 'ACTIVE' }), args),
  }),
);

builder.queryField('vault', (t) =>
  t.field({
    type: VaultType,
    nullable: true,
    description: 'One external vault, even if it is deleted. Needs `credential_references:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'credential_references:read' },
    resolve: async (_root, { id }, ctx) => await findVault(ctx, id),
  }),
);
