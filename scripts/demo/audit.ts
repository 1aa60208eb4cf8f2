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
  await step(
    'All of it is in the audit log: what was done, and what was refused.',
    'GET /api/console/audit?limit=100',
    {
      as,
      expect: 200,
      told: (answer) => (itemsOf(answer) as Entry[]).map(lineOf).join('\n'),
      note:
        'A line each, here. An entry also names the targets, the changes and the request, and holds the hash of the one ' +
        'before it. Refused twice within a minute for the same reason is one entry.',
    },
  );
  const verification = await step(
    'The hashes make a chain, so nobody changes or removes an entry unnoticed.',
    'GET /api/console/audit/verify',
    { as, expect: 200 },
  );
  if (!(verification as { valid?: unknown }).valid) throw new Error('The audit log should have been whole.');
}

function lineOf({ seq, action, outcome, actor, reason }: Entry): string {
  const line = `${String(seq).padStart(3)}  ${outcome.padEnd(7)}  ${actor.kind.padEnd(14)}  ${action}`;
  return reason === null ? line : `${line}: ${reason}`;
}
