import { builder } from '../../kernel/builder.ts';
import { HealthType } from './type.ts';

builder.queryField('sandboxHealth', (t) =>
  t.field({
    type: HealthType,
    nullable: false,
    description: 'Whether the sandbox works. Needs no credential.',
    authScopes: { public: true },
    resolve: () => ({ status: 'ok', environment: 'sandbox' }),
  }),
);
