import { createContext, nobody } from '../../schema/command/create-context.ts';
import { answerSignUps } from '../../schema/identity/session/answer-sign-ups.ts';
import { askSignUp } from '../../schema/identity/session/ask-sign-up.ts';
import type { TestApp } from './app.ts';
import { tokenMailedTo } from './mail.ts';

/** Returns the mailed token of a sign-up on a server with SMTP, whatever the test server's own mailer is. */
export async function signUpToken(t: TestApp, email: string, password: string): Promise<string> {
  await askSignUp(createContext(t.ports, nobody()), {
    email,
    password,
    name: 'Ada',
    workspaceName: 'Engines',
  });
  await answerSignUps(t.ports);
  return await tokenMailedTo(t, email);
}
