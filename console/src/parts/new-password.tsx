import { Field } from './field.tsx';
import type { Refusal } from './refusal.ts';
import { useInstance } from './instance.ts';

interface NewPasswordProps {
  label?: string;
  name?: string;
  /** What else the person must know before they choose it. */
  hint?: string;
  refusal: Refusal | null;
}

/** The field of a new password, with the rules of this server. */
export function NewPassword({ label = 'Password', name = 'password', hint = '', refusal }: NewPasswordProps) {
  const least = useInstance()?.password.minLength;
  const rule = least === undefined ? '' : `${least} characters or more.`;
  return (
    <Field
      {...{ label, name, refusal }}
      type="password"
      autocomplete="new-password"
      hint={[rule, hint].filter(Boolean).join(' ') || '\u00A0'}
    />
  );
}
