import type { Environment } from '../../../db/models/api-key.ts';
import { refusalOf, type Refusal } from '../../values/errors.ts';

/** Why an operation cannot be called now: the code and the message that a call would get. */
export interface WhyNot {
  code: string;
  message: string;
}

/** Returns the reason of a refusal. */
export function whyNot({ code, message }: Refusal): WhyNot {
  return { code, message };
}

/** Returns the reason that the assertion throws; null if it passes. */
export function whyNotBy(assertion: () => void): WhyNot | null {
  try {
    assertion();
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return whyNot(refusal);
  }
}

export function noKey(environment: Environment): WhyNot {
  const kind = environment.toLowerCase();
  return { code: 'credential_missing', message: `The application has no ${kind} key. Create one.` };
}

export const noAccess: WhyNot = {
  code: 'production_access_required',
  message: 'The application has no production access. Request it, and then create a live key.',
};

/** Without an application, no key is judged. */
export const noApplication: WhyNot = {
  code: 'credential_missing',
  message:
    'A key of an application calls this. Choose the application by `applicationId` to see whether its keys may.',
};
