import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { sendGrant } from './sign-in.tsx';

/** Creates an account with its own workspace. */
export function SignUp() {
  return (
    <main class="alone">
      <div class="card">
        <h1>Create an account</h1>
        <Form act="Create the account" onSend={async (data) => await sendGrant('sign-up', data)}>
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
              <Field
                label="Password"
                name="password"
                type="password"
                autocomplete="new-password"
                hint="8 characters or more."
                refusal={refusal}
              />
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
      </div>
    </main>
  );
}
