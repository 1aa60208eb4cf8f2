import { useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { authRequest } from './auth.ts';
import { forgetToken, mailedToken } from './mailed-token.ts';
import { NewPassword } from '../parts/new-password.tsx';
import { DevelopmentMail, Page } from './page.tsx';
import { session, signOut } from './session.ts';

type Step =
  | { is: 'start'; isOld?: boolean }
  | { is: 'mailed'; email: string }
  | { is: 'done'; waiting: number };

/** Resets a password: first asks for the mail, then takes the new password with the mailed token. */
export default function ResetPassword() {
  const token = mailedToken();
  const [step, setStep] = useState<Step>({ is: 'start' });
  if (step.is === 'mailed')
    return (
      <Page name="Check your mail">
        <p>If {step.email} has an account, a mail with a link is on its way. The link works for an hour.</p>
        <DevelopmentMail />
        <p>
          <a href="/console/~/sign-in">Back to the sign-in</a>
        </p>
      </Page>
    );
  if (step.is === 'done')
    return (
      <Page name="The password is changed">
        <p>Every session of the account has ended. Sign in with the new password.</p>
        {step.waiting > 0 && (
          <p>The address was not verified before. Confirm your memberships after you sign in.</p>
        )}
        <p>
          <a href="/console/~/sign-in">Sign in</a>
        </p>
      </Page>
    );
  return token === null || step.isOld ? (
    <Ask onMailed={(email) => setStep({ is: 'mailed', email })} />
  ) : (
    <Reset
      token={token}
      onDone={(waiting) => setStep({ is: 'done', waiting })}
      onOld={() => setStep({ is: 'start', isOld: true })}
    />
  );
}

function Ask({ onMailed }: { onMailed: (email: string) => void }) {
  const ask = async (data: FormData) => {
    const email = textOf(data, 'email') ?? '';
    await authRequest('password-reset', { email });
    onMailed(email);
  };
  return (
    <Page name="Reset your password">
      <Form act="Mail me a link" onSend={ask}>
        {(refusal) => (
          <Field
            label="E-mail address"
            name="email"
            type="email"
            autocomplete="username"
            hint="The mail has a link to choose a new password."
            refusal={refusal}
          />
        )}
      </Form>
      <p class="quiet">
        <a href="/console/~/sign-in">Back to the sign-in</a>
      </p>
    </Page>
  );
}

function Reset({
  token,
  onDone,
  onOld,
}: {
  token: string;
  onDone: (waiting: number) => void;
  onOld: () => void;
}) {
  const reset = async (data: FormData) => {
    const answer = await authRequest<{ unconfirmedMemberships?: unknown[] }>('password-reset/confirm', {
      token,
      password: data.get('password'),
    });
    forgetToken();
    onDone(answer?.unconfirmedMemberships?.length ?? 0);
    // The session of this browser may be one of those that have ended.
    if (session.value.is === 'in') await signOut();
  };
  return (
    <Page name="Choose a new password">
      <Form act="Change the password" onSend={reset}>
        {(refusal) => (
          <NewPassword label="New password" hint="Every session of the account ends." refusal={refusal} />
        )}
      </Form>
      <p class="quiet">
        The link is older than an hour?{' '}
        <button class="button bare" type="button" onClick={onOld}>
          Get another mail
        </button>
      </p>
    </Page>
  );
}
