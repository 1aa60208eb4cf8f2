import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import type { SecretForm } from './words.ts';

interface SecretField {
  name: string;
  label: string;
  isOpen?: boolean;
  isOptional?: boolean;
  hint?: string;
}

const fields: Readonly<Partial<Record<SecretForm, readonly SecretField[]>>> = {
  API_KEY: [{ name: 'apiKey', label: 'API key' }],
  BEARER: [{ name: 'token', label: 'Token' }],
  BASIC: [
    { name: 'username', label: 'User name', isOpen: true },
    { name: 'password', label: 'Password' },
  ],
  OAUTH2_CLIENT: [
    { name: 'clientId', label: 'Client id', isOpen: true },
    { name: 'clientSecret', label: 'Client secret', isOptional: true, hint: 'A public client has none.' },
  ],
};

const none: readonly string[] = [];

interface SecretFieldsProps {
  form: SecretForm;
  /** The names of the headers or parts that it has had. */
  names?: readonly string[];
  refusal: Refusal | null;
}

/** The fields of a secret. The values are only in the fields, and leave with the form. */
export function SecretFields({ form, names = none, refusal }: SecretFieldsProps) {
  const single = fields[form];
  if (!single) return <Rows form={form} names={names} refusal={refusal} />;
  return (
    <>
      {single.map(({ name, label, isOpen, ...rest }) => (
        <Field
          key={name}
          label={label}
          name={`secret/${name}`}
          type={isOpen ? 'text' : 'password'}
          autocomplete={isOpen ? 'off' : 'new-password'}
          refusal={refusal}
          {...rest}
        />
      ))}
    </>
  );
}

function Rows({ form, names = none, refusal }: SecretFieldsProps) {
  const [count, setCount] = useState(Math.max(1, names.length));
  const isParts = form === 'PARTS';
  const most = isParts ? 10 : 5;
  return (
    <>
      {isParts && (
        <p class="quiet">
          Name each part like the security scheme in the description. Only a scheme with a password has a user
          name.
        </p>
      )}
      {Array.from({ length: count }, (_, at) => (
        <div class="parts-row" key={at}>
          <Field
            label={isParts ? 'Part' : 'Header'}
            name={`rows/${at}/name`}
            value={names[at] ?? ''}
            autocomplete="off"
            isOptional={at > 0}
            refusal={refusal}
          />
          {isParts && <Field label="User name" name={`rows/${at}/username`} autocomplete="off" isOptional />}
          <Field
            label="Value"
            name={`rows/${at}/value`}
            type="password"
            autocomplete="new-password"
            isOptional={at > 0}
          />
        </div>
      ))}
      {count < most && (
        <div class="buttons">
          <Button onClick={() => setCount(count + 1)}>{isParts ? 'Add a part' : 'Add a header'}</Button>
        </div>
      )}
    </>
  );
}
