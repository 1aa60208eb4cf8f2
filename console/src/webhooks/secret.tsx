import { SecretOnce } from '../parts/secret-once.tsx';

export interface NewSecret {
  secret: string | null;
  webhookEndpoint: { id: string; host: string; environment: 'SANDBOX' | 'LIVE' };
}

const uses: [string, (secret: string) => string][] = [
  ['.env', (it) => `SALLYPORT_WEBHOOK_SECRET=${it}`],
  [
    'TypeScript',
    (it) =>
      `import { verifyWebhook } from '@sallyport/sdk';\n\n` +
      `// The body as it arrived, before any parsing.\n` +
      `const message = await verifyWebhook(body, request.headers, '${it}');`,
  ],
];

/** The signing secret of an endpoint, once, with programs that verify with it. */
export function SigningSecret({ of, onStored }: { of: NewSecret; onStored: () => void }) {
  const { secret, webhookEndpoint } = of;
  return (
    <SecretOnce
      title={`The signing secret of ${webhookEndpoint.host}`}
      secret={secret}
      environment={webhookEndpoint.environment}
      uses={uses}
      words={{
        why: 'The receiver verifies each message with it. Sallyport does not show it again.',
        instead: 'Rotate the secret to get another.',
      }}
      onStored={onStored}
    />
  );
}
