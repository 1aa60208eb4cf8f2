import type { ApiKeyScope, Environment } from '../../../db/models/api-key.ts';
import { builder } from '../../kernel/builder.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { ApiKeyScopeEnum } from '../api-key/type.ts';
import { QuotaPeriodEnum } from '../product-assignment/type.ts';
import type { QuotaLeft } from '../product-call/quota.ts';

export interface KeyVerification {
  code: string;
  /** Why it does not work, as a sentence; null if it does. */
  message: string | null;
  keyId: string | null;
  workspaceId: string | null;
  applicationId: string | null;
  environment: Environment | null;
  scopes: ApiKeyScope[];
  /** Null if no product was given, or the call is refused. */
  call: VerifiedCall | null;
}

export interface VerifiedCall {
  product: string;
  /** Such as `1.3`. */
  version: string;
  operationId: string;
  quota: QuotaLeft | null;
}

const QuotaLeftType = builder.objectRef<QuotaLeft>('ProductQuotaLeft').implement({
  description: 'The quota of an application for a product, after a call.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'The most calls of the period.' }),
    period: t.expose('period', { type: QuotaPeriodEnum }),
    left: t.exposeInt('left', { description: 'How many calls are left.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'The end of the period, in UTC.' }),
  }),
});

export const KeyVerificationType = builder.objectRef<KeyVerification>('ApiKeyVerification').implement({
  description: 'The current grant of a live key. If the key does not exist, only the verdict is set.',
  fields: (t) => ({
    valid: t.boolean({ resolve: ({ code }) => code === 'valid' }),
    code: t.exposeString('code', { description: '`valid`, or the code of why it does not work.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Why it does not work, as a sentence; null if it does.',
    }),
    keyId: t.exposeID('keyId', { nullable: true }),
    workspaceId: t.exposeID('workspaceId', { nullable: true }),
    applicationId: t.exposeID('applicationId', { nullable: true }),
    environment: t.expose('environment', { type: EnvironmentEnum, nullable: true }),
    scopes: t.expose('scopes', { type: [ApiKeyScopeEnum] }),
    product: t.string({
      nullable: true,
      description: 'The slug of the called product. Null if no call was given, or it is refused.',
      resolve: ({ call }) => call?.product ?? null,
    }),
    version: t.string({
      nullable: true,
      description: 'The live version, such as `1.3`.',
      resolve: ({ call }) => call?.version ?? null,
    }),
    operationId: t.string({ nullable: true, resolve: ({ call }) => call?.operationId ?? null }),
    quota: t.field({
      type: QuotaLeftType,
      nullable: true,
      description: 'Null without a limit.',
      resolve: ({ call }) => call?.quota ?? null,
    }),
  }),
});
