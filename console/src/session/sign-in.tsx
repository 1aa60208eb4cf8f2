import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { authRequest, type Grant } from './auth.ts';
import { begin, session } from './session.ts';
import './session.css';

/** Signs in. With `isOver` it lies over the screen whose session has ended, and nothing there is lost. */
export function SignIn({ isOver = false }: { isOver?: boolean }) {
  const { value } = session;
  const why = value.is === 'out' ? value.why : null;
  const { submit, refusal, isSending } = useGrant('sign-in');
  const title = isOver ? 'Sign in to go on' : 'Sign in to Sallyport';
  const form = (
    <form class="card" onSubmit={submit}>
      <h1>{title}</h1>
      {isOver && <p class="quiet">Your session has ended. What is on this page stays as it is.</p>}
      {why && !refusal && <p class="quiet">{why.message}</p>}
      {refusal && refusal.findings.length === 0 && <Refused refusal={refusal} />}
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autocomplete="username"
        refusal={refusal}
        {...(value.is === 'in' && { value: value.person.email })}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autocomplete="current-password"
        refusal={refusal}
      />
      <Button look="primary" type="submit" disabled={isSending}>
        Sign in
      </Button>
      {!isOver && (
        <p class="quiet">
          No account yet? <a href="/console/~/sign-up">Create one</a>
        </p>
      )}
    </form>
  );
  if (isOver) return <div class="cover">{form}</div>;
  return <main class="alone">{form}</main>;
}

/** Sends a form to `/api/auth`, and begins the session that it answers with. */
export function useGrant(path: string) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    setSending(true);
    authRequest<Grant>(path, body)
      .then((grant) => grant && begin(grant))
      .catch((error: unknown) => setRefusal(error instanceof Refusal ? error : new Refusal({})))
      .finally(() => setSending(false));
  };
  return { submit, refusal, isSending };
}
