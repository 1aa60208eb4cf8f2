import { builder } from '../../kernel/builder.ts';
import type { Finding } from '../../values/errors.ts';

// spec §2, Sandbox payloads

export interface Echo {
  message: string;
  reference: string | null;
}

export const EchoType = builder.objectRef<Echo>('SandboxEcho').implement({
  description: 'The echoed message.',
  fields: (t) => ({
    message: t.exposeString('message'),
    accepted: t.boolean({ resolve: () => true }),
    reference: t.exposeString('reference', { nullable: true, description: 'Null if the request had none.' }),
  }),
});

export const HealthType = builder
  .objectRef<{ status: string; environment: string }>('SandboxHealth')
  .implement({
    description: 'Whether the sandbox works.',
    fields: (t) => ({ status: t.exposeString('status'), environment: t.exposeString('environment') }),
  });

export const FindingType = builder.objectRef<Finding>('Finding').implement({
  description: 'One error in an input.',
  fields: (t) => ({
    pointer: t.exposeString('pointer', {
      description: 'The position, as an RFC 6901 JSON pointer into the input.',
    }),
    code: t.exposeString('code'),
    message: t.exposeString('message'),
  }),
});

export const ValidationType = builder.objectRef<{ errors: Finding[] }>('SandboxValidation').implement({
  description: 'Whether a payload would be accepted. The sandbox does not execute it.',
  fields: (t) => ({
    valid: t.boolean({ resolve: ({ errors }) => errors.length === 0 }),
    errors: t.field({ type: [FindingType], resolve: ({ errors }) => errors }),
  }),
});
