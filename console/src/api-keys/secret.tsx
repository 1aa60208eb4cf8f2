import { SecretOnce } from '../parts/secret-once.tsx';

export interface NewSecret {
  secret: string | null;
  apiKey: { id: string; name: string; environment: 'SANDBOX' | 'LIVE' };
}

/** The secret of a key, once, with programs that use it. */
export function KeySecret({ of, onStored }: { of: NewSecret; onStored: () => void }) {
  const { secret, apiKey } = of;
  const isSandbox = apiKey.environment === 'SANDBOX';
  const name = isSandbox ? 'SANDBOX_KEY' : 'LIVE_KEY';
  const uses: [string, (secret: string) => string][] = [['.env', (it) => `${name}=${it}`]];
  if (isSandbox)
    uses.push(
      [
        'curl',
        (it) =>
          `curl -X POST ${location.origin}/v1/sandbox/echo -H 'Authorization: Bearer ${it}' ` +
          `-H 'Content-Type: application/json' -d '{"message":"hello","reference":"first"}'`,
      ],
      [
        'TypeScript',
        (it) =>
          `const answer = await fetch('${location.origin}/v1/sandbox/echo', {\n  method: 'POST',\n` +
          `  headers: { authorization: 'Bearer ${it}', 'content-type': 'application/json' },\n` +
          `  body: JSON.stringify({ message: 'hello', reference: 'first' }),\n});`,
      ],
    );
  return (
    <SecretOnce
      title={`The secret of ${apiKey.name}`}
      secret={secret}
      environment={apiKey.environment}
      uses={uses}
      onStored={onStored}
    />
  );
}
