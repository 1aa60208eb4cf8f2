import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { NewPassword } from '../parts/new-password.tsx';
import { DevelopmentMail, Page } from './page.tsx';
import { sendGrant } from './sign-in.tsx';

/** Creates an account with its own workspace. */
export function SignUp() {
  const { route } = useLocation();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const signUp = async (data: FormData) => {
    // The first steps are at home.
    if (await sendGrant('sign-up', data)) route('/console/~/home', true);
    else setMailedTo(textOf(data, 'email') ?? '');
  };
  if (mailedTo !== null)
    return (
      <Page name="Check your mail">
        <p>A mail to {mailedTo} is on its way. Open its link within 24 hours to complete the sign-up.</p>
        <DevelopmentMail />
      </Page>
    );
  return (
    <Page name="Create an account">
      <Form act="Create the account" onSend={signUp}>
        {(refusal) => (
          <>
            <Field label="Your name" name="name" autocomplete="name" refusal={refusal} />
            <Field
              label="E-mail address"
              name="email"
              type="email"
              autocomplete="username"
              refusal={refusal}
            />
            <NewPassword refusal={refusal} />
            <Field
              label="Workspace"
              name="workspaceName"
              autocomplete="organization"
              hint="Your team or company. You can change it later."
              refusal={refusal}
            />
          </>
        )}
      </Form>
      <p class="quiet">
        You have an account? <a href="/console/~/sign-in">Sign in</a>
      </p>
    </Page>
  );
}
