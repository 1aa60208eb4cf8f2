import { VerifyApiKeyDocument } from '../documents.generated.ts';
import { callIn, KeyVerification, VerifyKey } from '../http/shapes/key-verification.ts';
import { route } from './route.ts';

export const keyVerificationRoutes = [
  route('POST', '/v1/keys/verify', VerifyApiKeyDocument, {
    credential: 'service',
    tag: 'API keys',
    summary: 'Verify a live key and read its current grant, for the operator’s own product services',
    body: VerifyKey,
    answer: KeyVerification,
    variables: ({ body }) => ({ key: body.key, ip: body.ip ?? null, call: callIn(body) }),
    reply: (verification) => verification,
  }),
];
