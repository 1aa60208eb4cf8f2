import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';

export const ExpiresOn = formats.date.meta({
  description: 'The credential works through this day in UTC.',
  examples: ['2027-06-30'],
});

export const PublicKey = formats.publicJwk.meta({
  description: 'A public JSON Web Key: P-256, Ed25519, or RSA from 2048 to 4096 bits.',
  examples: [{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
});

/** How a credential authenticates: with a secret or a public key. */
export const proof = {
  kind: z.enum(['SECRET', 'PUBLIC_KEY']),
  prefix: z
    .string()
    .nullable()
    .meta({ examples: ['8oEjEPnpvE'] }),
  lastFour: z
    .string()
    .nullable()
    .meta({ examples: ['AFwi'] }),
  algorithm: z.enum(['ES256', 'EdDSA', 'RS256']).nullable(),
  thumbprint: z
    .string()
    .nullable()
    .meta({ description: 'The thumbprint of the public key (RFC 7638, SHA-256).' }),
};

/** Returns the fields for the secret of a new or rotated credential. */
export const shownOnce = (example: string) => ({
  secret: z
    .string()
    .nullable()
    .meta({
      description:
        'The secret, returned only once. Null for a public key, and in a replay for an Idempotency-Key.',
      examples: [example],
    }),
  secretAlreadyReturned: z.boolean().meta({ examples: [false] }),
});
