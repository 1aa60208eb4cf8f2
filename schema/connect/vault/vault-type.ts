import { Member } from '../../../db/models/member.ts';
import { vaultDrivers, vaultStatuses, Vault } from '../../../db/models/vault.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../../identity/member/type.ts';

export const VaultDriverEnum = builder.enumType('VaultDriver', {
  values: {
    KEY_VALUE: {
      value: vaultDrivers[0],
      description: 'A key-value secrets engine, version 2, of HashiCorp Vault or OpenBao.',
    },
  },
});

const VaultStatusEnum = builder.enumType('VaultStatus', { values: vaultStatuses });

export const VaultType = rowRef<Vault>(Vault, 'Vault').implement({
  description:
    'An external vault, whose secrets credential references may name. The built-in vault needs no such record.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('name', { description: 'Unique in the workspace.' }),
    driver: t.expose('driver', { type: VaultDriverEnum }),
    address: t.exposeString('address', { description: 'Its origin.' }),
    mount: t.exposeString('mount', { description: 'The mount path of the engine.' }),
    namespace: t.exposeString('namespace', { nullable: true }),
    status: t.expose('status', { type: VaultStatusEnum }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
