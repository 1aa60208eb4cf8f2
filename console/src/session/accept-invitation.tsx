import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { authRequest, type Grant } from './auth.ts';
import { acceptInvitation, type InvitationPreview } from './invitation-requests.ts';
import { forgetToken } from './mailed-token.ts';
import { begin, session, signOut } from './session.ts';
import { NewPassword } from '../parts/new-password.tsx';
import { sendGrant } from './sign-in.tsx';

interface AcceptProps {
  invitation: InvitationPreview;
  token: string;
  onDecline: () => void;
}

/** Accepts an invitation: as the person who is signed in, or with a sign-up or sign-in first. */
export function AcceptInvitation(props: AcceptProps) {
  const { value } = session;
  const [hasAccount, setHasAccount] = useState(false);
  const { email } = props.invitation;
  if (value.is === 'in' && !value.isOver)
    return value.person.email.toLowerCase() === email.toLowerCase() ? (
      <AcceptNow {...props} />
    ) : (
      <OtherPerson email={value.person.email} {...props} />
    );
  return (
    <>
      {hasAccount ? <SignInFirst {...props} /> : <SignUpWith {...props} />}
      <p class="quiet">
        {hasAccount ? 'No account yet? ' : 'You have an account? '}
        <button class="button bare" type="button" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? 'Create one' : 'Sign in'}
        </button>
      </p>
    </>
  );
}

function AcceptNow({ token, onDecline }: AcceptProps) {
  const { route } = useLocation();
  const accept = async () => {
    const slug = await acceptInvitation(token);
    forgetToken();
    route(`/console/${slug}`, true);
  };
  return (
    <Form act="Accept the invitation" onSend={accept} onCancel={onDecline} cancel="Decline">
      {() => null}
    </Form>
  );
}

function OtherPerson({ email, invitation, onDecline }: AcceptProps & { email: string }) {
  return (
    <>
      <p>
        You are signed in as {email}. Only the account with the address {invitation.email} can accept this
        invitation.
      </p>
      <div class="buttons">
        <Button onClick={() => void signOut()}>Sign out</Button>
        <Button look="bare" onClick={onDecline}>
          Decline
        </Button>
      </div>
    </>
  );
}

function SignUpWith({ invitation: { email }, token, onDecline }: AcceptProps) {
  const { route } = useLocation();
  const signUp = async (data: FormData) => {
    const answer = await authRequest<Grant & { workspace: { slug: string } }>('sign-up', {
      email,
      invitationToken: token,
      name: data.get('name'),
      password: data.get('password'),
    });
    if (!answer) return;
    forgetToken();
    route(`/console/${answer.workspace.slug}`, true);
    begin(answer);
  };
  return (
    <Form act="Create an account and join" onSend={signUp} onCancel={onDecline} cancel="Decline">
      {(refusal) => (
        <>
          <Field label="Your name" name="name" autocomplete="name" refusal={refusal} />
          <NewPassword refusal={refusal} />
        </>
      )}
    </Form>
  );
}

// The page stays, and then offers to accept.
function SignInFirst({ invitation: { email }, onDecline }: AcceptProps) {
  const signIn = async (data: FormData) => {
    data.set('email', email);
    await sendGrant('sign-in', data);
  };
  return (
    <Form act="Sign in" onSend={signIn} onCancel={onDecline} cancel="Decline">
      {(refusal) => (
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="current-password"
          hint={`Of the account ${email}.`}
          refusal={refusal}
        />
      )}
    </Form>
  );
}
