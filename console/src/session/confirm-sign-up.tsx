import { useLocation } from 'preact-iso/router';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { authRequest, type Grant } from './auth.ts';
import { forgetToken, mailedToken } from './mailed-token.ts';
import { NoToken, Page } from './page.tsx';
import { begin } from './session.ts';

/** Completes a sign-up with the mailed token and the password that was chosen. */
export default function ConfirmSignUp() {
  const token = mailedToken();
  const { route } = useLocation();
  if (token === null) return <NoToken name="Complete your sign-up" />;
  const confirm = async (data: FormData) => {
    const grant = await authRequest<Grant>('sign-up/confirm', { token, password: data.get('password') });
    if (!grant) return;
    forgetToken();
    route('/console', true);
    begin(grant);
  };
  return (
    <Page name="Complete your sign-up">
      <p>The mail proves your address. Your password proves that you requested the account.</p>
      <Form act="Create the account" onSend={confirm}>
        {(refusal) => (
          <Field
            label="Password"
            name="password"
            type="password"
            autocomplete="current-password"
            hint="The one that you chose when you signed up."
            refusal={refusal}
          />
        )}
      </Form>
      <p class="quiet">
        You have an account? <a href="/console/~/sign-in">Sign in</a>
      </p>
    </Page>
  );
}
