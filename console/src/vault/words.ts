import type { CredentialKind } from './documents.generated.ts';

export const kindNames: Readonly<Record<CredentialKind, string>> = {
  API_KEY: 'API key',
  BASIC: 'User name and password',
  BEARER: 'Bearer token',
  CUSTOM: 'Headers or named parts',
  OAUTH2_CLIENT: 'OAuth client',
  OAUTH2_TOKENS: 'OAuth tokens of a connection',
};

/** The forms in which a person gives a secret: one for each kind, and two for CUSTOM. */
export const forms = [
  ['BEARER', 'Bearer token'],
  ['API_KEY', 'API key'],
  ['BASIC', 'User name and password'],
  ['OAUTH2_CLIENT', 'OAuth client'],
  ['HEADERS', 'Headers, up to five'],
  ['PARTS', 'Named parts, for a provider that combines several'],
] as const;

export type SecretForm = (typeof forms)[number][0];

/** Returns the kind that the server gives a secret of this form. */
export function kindOf(form: SecretForm): CredentialKind {
  return form === 'HEADERS' || form === 'PARTS' ? 'CUSTOM' : form;
}
