import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Refused } from '../parts/refused.tsx';
import { useGrant } from './sign-in.tsx';

/** Creates an account with its own workspace. */
export function SignUp() {
  const { submit, refusal, isSending } = useGrant('sign-up');
  return (
    <main class="alone">
      <form class="card" onSubmit={submit}>
        <h1>Create an account</h1>
        {refusal && refusal.findings.length === 0 && <Refused refusal={refusal} />}
        <Field label="Your name" name="name" autocomplete="name" refusal={refusal} />
        <Field label="E-mail address" name="email" type="email" autocomplete="username" refusal={refusal} />
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
        <Button look="primary" type="submit" disabled={isSending}>
          Create the account
        </Button>
        <p class="quiet">
          You have an account? <a href="/console/~/sign-in">Sign in</a>
        </p>
      </form>
    </main>
  );
}
