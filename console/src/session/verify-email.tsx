import { useState } from 'preact/hooks';
import { Form } from '../parts/form.tsx';
import { authRequest, type Grant } from './auth.ts';
import { forgetToken, mailedToken } from './mailed-token.ts';
import { NoToken, Page } from './page.tsx';

/** Verifies an e-mail address with the mailed token. */
export default function VerifyEmail() {
  const token = mailedToken();
  const [email, setEmail] = useState<string | null>(null);
  const verify = async () => {
    const answer = await authRequest<Pick<Grant, 'person'>>('verify-email', { token });
    forgetToken();
    setEmail(answer?.person.email ?? '');
  };
  if (email !== null)
    return (
      <Page name="The address is verified">
        <p>{email} belongs to your account.</p>
        <p>
          <a href="/console">Open the console</a>
        </p>
      </Page>
    );
  if (token === null) return <NoToken name="Verify your e-mail address" />;
  return (
    <Page name="Verify your e-mail address">
      <p>
        This proves that you receive mail at the address of your account. Approvers need a verified address.
      </p>
      <Form act="Verify the address" onSend={verify}>
        {() => null}
      </Form>
    </Page>
  );
}
