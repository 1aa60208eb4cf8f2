import { actOnConsent, showConsent } from './consent.ts';
import type { Interaction } from './interaction.ts';
import { actOnSignIn, showSignIn } from './sign-in.ts';

type Act = (interaction: Interaction) => Promise<void>;

/** The prompts of the library, with the handlers of their pages. */
// oxfmt-ignore
export const prompts: Readonly<Record<string, Record<'GET' | 'POST', Act>>> = {
  login:   { GET: showSignIn,  POST: actOnSignIn  },
  consent: { GET: showConsent, POST: actOnConsent },
};
