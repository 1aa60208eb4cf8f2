import { SignOutDocument } from '../documents.generated.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { run } from '../../schema/run.ts';
import { contextOfSession } from '../http/context.ts';
import { goOn, type Interaction } from './interaction.ts';

/**
 * Ends the sign-in with which this interaction began, and the browser's current one, which may be another
 * tab's. Otherwise the library asks for a sign-out first, on a page with a script.
 */
export async function endSignIn(interaction: Interaction): Promise<void> {
  const { provider, request, reply, details } = interaction;
  const found = [
    await provider.Session.get(provider.createContext(request.raw, reply.raw)),
    await provider.Session.findByUid(details.session?.uid ?? ''),
  ];
  const signedIn = new Set([details.session?.accountId]);
  for (const session of found) {
    signedIn.add(session?.accountId);
    await session?.destroy();
  }
  if (details.session) {
    Object.assign(details, { session: undefined });
    await details.persist();
  }
  for (const sessionId of signedIn) if (sessionId !== undefined) await signOut(interaction, sessionId);
}

/** Restarts the same request with a new sign-in. */
export async function startOver(interaction: Interaction): Promise<void> {
  await endSignIn(interaction);
  await goOn(interaction, {}, { mergeWithLastSubmission: false });
}

async function signOut({ ctx }: Interaction, sessionId: string): Promise<void> {
  try {
    const before = await contextOfSession(ctx, ctx.client, sessionId);
    await run(before, SignOutDocument, { input: {} });
  } catch (error) {
    // The session had already ended.
    if (!refusalOf(error)) throw error;
  }
}
