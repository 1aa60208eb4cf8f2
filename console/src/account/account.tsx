import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Screen } from '../app/screen.tsx';
import { signOut } from '../app/sign-out.ts';
import { announce } from '../parts/announce.tsx';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Form } from '../parts/form.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { ChangePassword } from './change-password.tsx';
import {
  AccountDocument,
  RequestEmailVerificationDocument,
  type AccountQuery,
} from './documents.generated.ts';
import { Memberships } from './memberships.tsx';
import { Preferences } from './preferences.tsx';
import { Sessions } from './sessions.tsx';
import './account.css';

type Person = NonNullable<AccountQuery['me']['person']>;

/** The signed-in person: the account, its sessions and memberships, and the preferences of this browser. */
export default function Account() {
  const { data, refusal, again } = useRead(AccountDocument, {});
  const [isChanging, setChanging] = useState(false);
  const person = data?.me.person;
  if (!person)
    return (
      <Screen name="Your account">
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  return (
    <Screen
      name="Your account"
      acts={
        <>
          <Button onClick={() => setChanging(true)}>Change the password</Button>
          <Button icon="signOut" onClick={() => void signOut()}>
            Sign out
          </Button>
        </>
      }
    >
      <Facts
        of={[
          ['Name', person.name],
          ['E-mail address', person.email],
          [
            'Proof of the address',
            <Status of="emailAddress" is={person.emailVerified ? 'VERIFIED' : 'UNVERIFIED'} />,
          ],
          ['Person id, for those who add you', <Id value={person.id} what="person id" />],
          ['Created', <Time at={person.createdAt} />],
        ]}
      />
      {!person.emailVerified && <Unverified person={person} />}
      <Memberships of={data.me} />
      <Sessions />
      <Preferences />
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
    </Screen>
  );
}

function Unverified({ person: { email } }: { person: Person }) {
  const [isMailed, setMailed] = useState(false);
  const mail = async () => {
    await send(RequestEmailVerificationDocument, { input: { email } });
    setMailed(true);
    announce(`A mail to ${email} is on its way.`);
  };
  return (
    <section>
      <h2>Verify your address</h2>
      {isMailed ? (
        <p>A mail to {email} is on its way. Open its link to verify the address.</p>
      ) : (
        <Form act="Mail the link" onSend={mail}>
          {() => (
            <p>
              An unverified address cannot decide approval requests. A mailed link proves that it is yours.
            </p>
          )}
        </Form>
      )}
    </section>
  );
}
