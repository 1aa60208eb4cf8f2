import { VerifyApiKeyDocument } from '../documents.generated.ts';
import { route } from './route.ts';
import { KeyVerification, VerifyKey } from '../http/shapes/api-key.ts';

export const keyVerificationRoutes = [
  route('POST', '/v1/keys/verify', VerifyApiKeyDocument, {
    credential: 'service',
    tag: 'API keys',
    summary: 'Verify a live key and read its current grant, for the operator’s own product services',
    body: VerifyKey,
    answer: KeyVerification,
    variables: ({ body: { key, ip } }) => ({ key, ip: ip ?? null }),
    reply: (verification) => verification,
  }),
];
