import type { z } from 'zod';
import { agentsEvents } from './agents-events.ts';
import { approvalsEvents } from './approvals-events.ts';
import { connectEvents } from './connect-events.ts';
import { deliverEvents } from './deliver-events.ts';
import { identityEvents } from './identity-events.ts';
import { keysEvents } from './keys-events.ts';

/** Every event type of a workspace, with its meaning, the kind of its resource and the schema of its data. */
export const catalogue = {
  ...identityEvents,
  ...connectEvents,
  ...agentsEvents,
  ...keysEvents,
  ...deliverEvents,
  ...approvalsEvents,
};

export type EventType = keyof typeof catalogue;

export type EventData<Type extends EventType> = z.input<(typeof catalogue)[Type]['data']>;

/** A person's actions outside workspaces. They are audited in the person's own chain and emit no events. */
export const personalActions = [
  'person.sign_up_asked',
  'person.signed_up',
  'person.email_verification_sent',
  'person.email_verified',
  'person.password_changed',
  'person.password_reset_sent',
  'person.password_reset',
  'session.created',
  'session.refreshed',
  'session.signed_out',
  'session.revoked',
  'session.reuse_detected',
] as const;

export type PersonalAction = (typeof personalActions)[number];
