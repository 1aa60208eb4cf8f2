import { itemsOf } from '../client.ts';
import type { TakeStep } from './transcript.ts';

interface Entry {
  seq: number;
  action: string;
  outcome: string;
  actor: { kind: string };
  reason: string | null;
}

/** Shows the audit log of all actions and refusals, and proves that it was not changed. */
export async function readAudit(step: TakeStep, as: string): Promise<void> {
  await step('The audit log has every action and every refusal.', 'GET /api/console/audit?limit=100', {
    as,
    expect: 200,
    told: (answer) => (itemsOf(answer) as Entry[]).map(lineOf).join('\n'),
    note:
      'Each line is one entry. An entry also names the targets, the changes and the request, and has the hash of the ' +
      'previous one. Two refusals for the same reason within a minute make one entry.',
  });
  const verification = await step(
    'The hashes form a chain, so a changed or removed entry is noticed.',
    'GET /api/console/audit/verify',
    { as, expect: 200 },
  );
  if (!(verification as { valid?: unknown }).valid) throw new Error('The audit log failed its verification.');
}

function lineOf({ seq, action, outcome, actor, reason }: Entry): string {
  const line = `${String(seq).padStart(3)}  ${outcome.padEnd(7)}  ${actor.kind.padEnd(14)}  ${action}`;
  return reason === null ? line : `${line}: ${reason}`;
}
