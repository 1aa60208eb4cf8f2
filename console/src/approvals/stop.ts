import { me } from '../app/me.ts';
import { nameOf } from '../parts/actor.ts';
import type { RequestQuery } from './documents.generated.ts';

export type RequestData = NonNullable<RequestQuery['approvalRequest']>;

export interface Stop {
  title: string;
  text: string;
  /** Whether a proof of the reader's address would change it. */
  needsProof?: boolean;
}

/** The title of each refusal of a decision. */
const titles: Readonly<Record<string, string>> = {
  permission_required: 'Your role cannot decide this',
  self_approval_forbidden: 'You asked for this',
  already_decided: 'You have decided this',
  approver_too_new: 'You came after it',
  approver_not_independent: 'You were let in by who asks',
  address_not_proved: 'Prove your address first',
  person_required: 'A person decides this',
  invalid_transition: 'It cannot be approved now',
  no_eligible_approver: 'Nobody can decide this',
};

/** Returns why the caller cannot decide the request, and who can; null if they can. */
export function stopOf(request: RequestData): Stop | null {
  const { status, decisionRefusal, eligibleApproverCount } = request;
  if (status !== 'PENDING')
    return { title: 'This is over', text: request.outcome ?? 'It no longer waits for a decision.' };
  if (!decisionRefusal) return null;
  const title = titles[decisionRefusal.code] ?? 'You cannot decide this now';
  if (eligibleApproverCount === 0)
    return {
      title: 'Nobody can decide this',
      text: `${sentenceOf(decisionRefusal.message)} Add a member who may decide, or withdraw the request.`,
    };
  const needsProof = decisionRefusal.code === 'address_not_proved';
  // The server's sentence tells programs which path to call.
  const why = needsProof
    ? 'Only people who have proved their address decide.'
    : sentenceOf(decisionRefusal.message);
  return { title, text: `${why} ${whoCan(request)}`.trim(), needsProof };
}

/** Returns the text with a period: some of the specification's sentences have none. */
function sentenceOf(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Names those whose decision would count now: the reader, then others. */
export function whoCan({ approvers }: Pick<RequestData, 'approvers'>): string {
  const own = me.value?.member?.id;
  const able = approvers.filter(({ mayDecideNow, hasProvedAddress }) => mayDecideNow && hasProvedAddress);
  const isMine = able.some(({ member }) => member.id === own);
  const others = able.filter(({ member }) => member.id !== own).map(({ member }) => nameOf(member));
  const names = [...(isMine ? ['You'] : []), ...others];
  if (names.length === 0) return '';
  const shown = names.slice(0, 3);
  const rest = names.length - shown.length;
  const list = new Intl.ListFormat('en', { type: 'disjunction' });
  return `${list.format(rest > 0 ? [...shown, `${rest} others`] : shown)} can decide.`;
}
