import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { authRequest, type Grant } from './auth.ts';
import { begin, session } from './session.ts';
import './session.css';

/** Signs in. With `isOver` it lies over the screen whose session has ended, and nothing there is lost. */
export function SignIn({ isOver = false }: { isOver?: boolean }) {
  const { value } = session;
  const why = value.is === 'out' ? value.why?.message : null;
  const form = (
    <Form act="Sign in" onSend={async (data) => void (await sendGrant('sign-in', data))}>
      {(refusal) => (
        <>
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
        </>
      )}
    </Form>
  );
  if (isOver)
    return (
      <Dialog title="Sign in to go on" isGuarded onClose={() => {}}>
        <p class="quiet">Your session has ended. What is on this page stays as it is.</p>
        {form}
      </Dialog>
    );
  return (
    <main class="alone">
      <div class="card" ref={focusFirst}>
        <h1>Sign in to Sallyport</h1>
        {why && <p class="quiet">{why}</p>}
        {form}
        <p class="quiet">
          No account yet? <a href="/console/~/sign-up">Create one</a>
          <br />
          <a href="/console/~/reset-password">Reset a forgotten password</a>
        </p>
      </div>
    </main>
  );
}

// Nothing else is on the page.
function focusFirst(card: HTMLElement | null): void {
  card?.querySelector('input')?.focus();
}

/**
 * Sends a form to `/api/auth`, and begins the session that it answers with. Returns whether there is one: a server
 * with SMTP mails a link first. Throws a Refusal.
 */
export async function sendGrant(path: string, data: FormData): Promise<boolean> {
  const grant = await authRequest<Partial<Grant>>(path, Object.fromEntries(data));
  if (!isGrant(grant)) return false;
  begin(grant);
  return true;
}

function isGrant(answer: Partial<Grant> | null): answer is Grant {
  return answer?.accessToken !== undefined;
}
