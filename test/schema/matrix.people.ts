import { Event } from '../../db/models/event.ts';
import { Invitation } from '../../db/models/invitation.ts';
import { Person } from '../../db/models/person.ts';
import { Refusal } from '../../schema/values/errors.ts';
import { answerPasswordResets } from '../../schema/identity/session/answer-password-resets.ts';
import { automationOf } from '../support/automations.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { cast, join, somebody } from '../support/people.ts';
import { signUpToken } from '../support/sign-ups.ts';
import { nextNumber, password, send, type Calling, type Ids, type Place } from './matrix.place.ts';

export async function person({ t }: Place): Promise<Ids> {
  const { personId } = await somebody(t, 'Newcomer');
  return { personId };
}

export async function member(place: Place): Promise<Ids> {
  const newcomer = await somebody(place.t, 'Newcomer');
  const { owner: by, workspaceId: workspace } = place;
  return { id: await join(place.t, { person: newcomer, role: 'VIEWER', by, workspace }) };
}

/** Makes the caller's address unverified. */
export async function nothingProved({ t }: Place, calling?: Calling): Promise<Ids> {
  const arrived = calling?.arrived;
  if (arrived && !(arrived instanceof Refusal) && arrived.kind === 'PERSON')
    await Person.change(t.ports.database.knex, arrived.personId, t.clock.now(), { emailVerifiedAt: null });
  return {};
}

export const newAddress = () => `invited-${nextNumber()}@example.com`;

export async function invitation(place: Place): Promise<Ids> {
  const body = { email: newAddress(), role: 'VIEWER' };
  const { id = '' } = await send(place, 'POST', '/api/console/invitations', body);
  return { id };
}

export async function invitationToken(place: Place): Promise<Ids> {
  const email = newAddress();
  await send(place, 'POST', '/api/console/invitations', { email, role: 'VIEWER' });
  return { token: await tokenMailedTo(place.t, email) };
}

/** Creates an invitation dated back by a minute, because moving the clock would affect everything else. */
export async function agedInvitation(place: Place): Promise<Ids> {
  const ids = await invitation(place);
  await Invitation.query(place.t.ports.database.knex)
    .findById(ids['id'] ?? '')
    .patch({ sentAt: new Date(place.t.clock.now().getTime() - 60_000) });
  return ids;
}

/** Creates an invitation of the caller to a workspace that is new to them. */
export async function ownInvitation({ t }: Place, calling?: Calling): Promise<Ids> {
  const email = calling?.email ?? newAddress();
  const { owner, workspaceId } = await cast(t);
  const place = { t, owner, colleague: owner, workspaceId };
  await send(place, 'POST', '/api/console/invitations', { email, role: 'VIEWER' });
  return { token: await tokenMailedTo(t, email) };
}

/** Creates a separate workspace with an unconfirmed membership of the caller, or else of the colleague. */
export async function unconfirmedMembership({ t, colleague }: Place, calling?: Calling): Promise<Ids> {
  const { owner, workspaceId } = await cast(t);
  const arrived = calling?.arrived;
  const isPerson = arrived && !(arrived instanceof Refusal) && arrived.kind === 'PERSON';
  const personId = isPerson ? arrived.personId : colleague.personId;
  const place = { t, owner, colleague, workspaceId };
  await send(place, 'POST', '/api/console/members', { personId, role: 'VIEWER' });
  return { workspaceId };
}

export async function mailedToken({ t, ...place }: Place, path: string): Promise<Ids> {
  const { email } = await somebody(t, 'Forgetful');
  if (path === 'password-reset') {
    await t.rest('POST', '/api/auth/password-reset', { body: { email } });
    await answerPasswordResets(t.ports);
  }
  return { token: await tokenMailedTo(t, email), password: place.owner.password };
}

export async function signUpRequest({ t, owner }: Place): Promise<Ids> {
  return { token: await signUpToken(t, newAddress(), owner.password), password: owner.password };
}

export async function suspendedMember(place: Place): Promise<Ids> {
  const ids = await member(place);
  await send(place, 'POST', `/api/console/members/${ids['id']}/suspend`);
  return ids;
}

export async function session(place: Place): Promise<Ids> {
  const colleague = await somebody(place.t, 'Colleague');
  const { owner: by, workspaceId: workspace } = place;
  await join(place.t, { person: colleague, role: 'VIEWER', by, workspace });
  const me = await place.t.rest('GET', '/api/developer-portal/me', { as: colleague });
  return { id: me.body.session.id };
}

export async function automation({ t, ...place }: Place): Promise<Ids> {
  const { automationId, credentialId, secret } = await automationOf(t, place);
  return { id: automationId, automationId, credentialId, secret };
}

export async function automationToOffer(place: Place): Promise<Ids> {
  const { id = '' } = await automation(place);
  return { id, toMemberId: place.colleague.memberId };
}

/** Creates an automation that is offered to the caller, or else to the colleague. */
export async function offeredAutomation(place: Place, calling?: Calling): Promise<Ids> {
  const { id = '' } = await automation(place);
  const arrived = calling?.arrived;
  const mine =
    arrived && !(arrived instanceof Refusal) && arrived.kind === 'PERSON' ? arrived.membership : null;
  const toMemberId = mine?.memberId ?? place.colleague.memberId;
  await send(place, 'POST', `/api/console/automations/${id}/offer`, { toMemberId });
  return { id };
}

export async function automationCredential(place: Place): Promise<Ids> {
  const { credentialId = '', automationId = '' } = await automation(place);
  return { id: credentialId, automationId };
}

export async function lastEvent({ t, workspaceId }: Place): Promise<Ids> {
  const event = await Event.query(t.ports.database.knex).where({ workspaceId }).first().throwIfNotFound();
  return { id: event.id };
}

export async function refreshToken({ t, owner: { email } }: Place): Promise<Ids> {
  const answer = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return { refreshToken: answer.body.refreshToken };
}
