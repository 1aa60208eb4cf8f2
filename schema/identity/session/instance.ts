import { builder } from '../../kernel/builder.ts';
import type { Settings } from '../../kernel/ports/settings.ts';
import { passwordLength } from '../../values/formats.ts';

const SignUpRulesType = builder.objectRef<Settings>('SignUpRules').implement({
  fields: (t) => ({
    isOpen: t.boolean({
      description:
        'Whether anyone can create an account and a workspace. Always true: no setting closes sign-up.',
      resolve: () => true,
    }),
    confirmsByMail: t.exposeBoolean('signUpProvesAddress', {
      description: 'Whether `signUp` with a `workspaceName` mails a link first, which `confirmSignUp` takes.',
    }),
  }),
});

const PasswordRulesType = builder.objectRef<typeof passwordLength>('PasswordRules').implement({
  description: 'The rules for a new password. It needs no digits and no symbols.',
  fields: (t) => ({
    minLength: t.exposeInt('min', { description: 'In characters.' }),
    maxLength: t.exposeInt('max', { description: 'In characters.' }),
  }),
});

const InstanceType = builder.objectRef<Settings>('Instance').implement({
  description: 'This server, as anyone may know it before they sign in.',
  fields: (t) => ({
    name: t.string({ resolve: () => 'Sallyport' }),
    version: t.exposeString('version', { description: 'The version that `/healthz` returns.' }),
    isDevelopment: t.exposeBoolean('isDevelopment', {
      description: 'Whether the server runs for development, not in production.',
    }),
    signUp: t.field({ type: SignUpRulesType, resolve: (settings) => settings }),
    password: t.field({ type: PasswordRulesType, resolve: () => passwordLength }),
  }),
});

builder.queryField('instance', (t) =>
  t.field({
    type: InstanceType,
    nullable: true,
    description: 'This server and its rules for sign-up. Needs no credential.',
    authScopes: { public: true },
    resolve: (_root, _args, { settings }) => settings,
  }),
);
