import { SecretOnce } from '../parts/secret-once.tsx';

export interface NewCredential {
  secret: string | null;
  automationCredential: { id: string; name: string; kind: 'SECRET' | 'PUBLIC_KEY' };
}

/** The secret of a credential, once, with the request that exchanges it for an access token. */
export function CredentialSecret({ of, onStored }: { of: NewCredential; onStored: () => void }) {
  const { secret, automationCredential } = of;
  return (
    <SecretOnce
      title={`The secret of ${automationCredential.name}`}
      secret={secret}
      uses={[
        ['.env', (it) => `SALLYPORT_AUTOMATION_SECRET=${it}`],
        [
          'curl',
          (it) =>
            `curl -X POST ${location.origin}/api/auth/automation/token -H 'Content-Type: application/json' ` +
            `-d '{"secret":"${it}"}'`,
        ],
      ]}
      onStored={onStored}
    />
  );
}
