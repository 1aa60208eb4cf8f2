import { SignInDocument } from '../documents.generated.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { run } from '../../schema/run.ts';
import { formOf, goOn, refuseClient, show, type Interaction } from './interaction.ts';
import { signInPage } from './pages/sign-in.ts';
import { endSignIn } from './sign-out.ts';

export async function showSignIn(interaction: Interaction): Promise<void> {
  await show(interaction, signInPage(interaction));
}

/** Signs a person in with the usual mutation, its limits and its audit entries. */
export async function actOnSignIn(interaction: Interaction): Promise<void> {
  const { ctx, request } = interaction;
  const form = formOf(interaction);
  if (form.get('action') === 'deny') return await refuseClient(interaction);
  const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
  try {
    const { signIn } = await run(ctx, SignInDocument, { input: { email, password } });
    if (!signIn) throw new Error('Signing in gave nothing.');
    await endSignIn(interaction);
    const ts = Math.floor(ctx.clock.now().getTime() / 1000);
    await goOn(interaction, { login: { accountId: signIn.session.id, amr: ['pwd'], ts } });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    request.refusedAs = refusal.code;
    await show(interaction, signInPage({ ...interaction, email, wrong: refusal.message }), refusal);
  }
}
