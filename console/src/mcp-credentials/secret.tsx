import { SecretOnce } from '../parts/secret-once.tsx';

export interface NewSecret {
  secret: string | null;
  mcpCredential: { id: string; name: string; kind: 'SECRET' | 'PUBLIC_KEY' };
}

/** The secret of a credential, once, with programs that use it. */
export function CredentialSecret({ of, onStored }: { of: NewSecret; onStored: () => void }) {
  const { secret, mcpCredential } = of;
  const { id, name } = mcpCredential;
  return (
    <SecretOnce
      title={`The secret of ${name}`}
      secret={secret}
      uses={[
        ['.env', (it) => `SALLYPORT_CLIENT_ID=${id}\nSALLYPORT_CLIENT_SECRET=${it}`],
        [
          'curl',
          (it) =>
            `curl -u '${id}:${it}' ${location.origin}/oauth/token -d grant_type=client_credentials -d 'scope=mcp:read mcp:request'`,
        ],
      ]}
      onStored={onStored}
    />
  );
}
