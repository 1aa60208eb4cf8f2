import { Area, Choice, Field } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { schemesOf, type ConnectorChoice } from './connector-choice.ts';

const names: ReadonlySet<string> = new Set([
  'scopes',
  'scheme',
  'accountPointer',
  'grant',
  'clientAuthentication',
  'oauthParameters',
  'revocationUrl',
  'settings',
]);

/** What few connections need. It opens where the server found something wrong in it. */
export function Further({ of: connector, refusal }: { of: ConnectorChoice; refusal: Refusal | null }) {
  const schemes = schemesOf(connector);
  const isNamed = refusal?.findings.some(({ pointer }) => names.has(pointer.slice(1)));
  return (
    <details class="further" open={isNamed}>
      <summary>Scopes, settings and OAuth</summary>
      <div>
        <Area
          label="Scopes"
          name="scopes"
          hint="What an OAuth client requests, separated by commas or lines."
          isOptional
          refusal={refusal}
        />
        {schemes.length > 1 && (
          <Choice
            label="Security scheme"
            name="scheme"
            options={[
              ['', 'The first that fits the secret'],
              ...schemes.map((name) => [name, name] as const),
            ]}
            isOptional
            refusal={refusal}
          />
        )}
        <Field
          label="Pointer to the account"
          name="accountPointer"
          hint="Where the test’s answer has the account’s id, such as /id. The server then refuses another account."
          isOptional
          refusal={refusal}
        />
        <Choice
          label="OAuth grant"
          name="grant"
          options={[
            ['', 'The one with a person, if there are both'],
            ['AUTHORIZATION_CODE', 'Authorized by a person'],
            ['CLIENT_CREDENTIALS', 'As the client itself'],
          ]}
          isOptional
          refusal={refusal}
        />
        <Choice
          label="Client authentication"
          name="clientAuthentication"
          options={[
            ['', 'As the provider says, else BASIC'],
            ['BASIC', 'BASIC, in the header'],
            ['POST', 'POST, in the form'],
          ]}
          isOptional
          refusal={refusal}
        />
        <Area
          label="OAuth parameters"
          name="oauthParameters"
          hint='A JSON object of strings, such as {"access_type": "offline"}.'
          rows={2}
          isOptional
          refusal={refusal}
        />
        <Field
          label="Revocation address"
          name="revocationUrl"
          type="url"
          hint="Where the server revokes tokens, if the provider does not say it (RFC 7009)."
          isOptional
          refusal={refusal}
        />
        <Area
          label="Settings"
          name="settings"
          hint="A JSON object without secrets."
          rows={2}
          isOptional
          refusal={refusal}
        />
      </div>
    </details>
  );
}
