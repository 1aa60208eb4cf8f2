import type { Context } from '../../schema/kernel/context.ts';
import type { LimitName } from '../../schema/kernel/ports/limiter.ts';

/** The limits that answers report, by their public names. */
const told: Partial<Record<LimitName, string>> = {
  sandbox_key: 'key',
  sandbox_application: 'application',
  live_key: 'key',
  live_application: 'application',
  service: 'service',
  mcp_credential: 'credential',
  anonymous: 'address',
  member: 'member',
  member_writes: 'writes',
  key_creation: 'key-creation',
  audit_verification: 'audit-verification',
  explorer: 'explorer',
  receipt_verification: 'receipt-verification',
};

type Answered = Pick<Context, 'allowances' | 'answer' | 'caller' | 'workspaceId'>;

/** Returns the headers of every answer: workspace, ETag, replay, retirement of a key, and limits. */
export function answerHeaders({ allowances, answer, caller, workspaceId }: Answered): Record<string, string> {
  const isMember = caller.kind === 'PERSON' || caller.kind === 'AUTOMATION';
  return {
    ...(isMember && workspaceId && { 'x-workspace-id': workspaceId }),
    ...(answer.etag !== null && { etag: answer.etag }),
    ...(answer.isReplay && { 'idempotent-replayed': 'true' }),
    ...retirementHeaders(caller.kind === 'API_KEY' ? caller.retirement : answer.retirement),
    ...limitHeaders(allowances),
  };
}

/** `RateLimit-Policy` names every limit that was counted, and `RateLimit` the state of each. */
function limitHeaders(allowances: Context['allowances']): Record<string, string> {
  let policy = '';
  let state = '';
  allowances.forEach(({ name, quota, windowSeconds, remaining, resetSeconds }, at) => {
    const shown = told[name];
    // For a limit that was counted more than once, the last state is reported.
    const isCountedAgain = allowances.some((other, later) => later > at && other.name === name);
    if (!shown || isCountedAgain) return;
    const comma = policy && ', ';
    policy += `${comma}"${shown}";q=${quota};w=${windowSeconds}`;
    state += `${comma}"${shown}";r=${remaining};t=${resetSeconds}`;
  });
  return policy ? { 'ratelimit-policy': policy, ratelimit: state } : {};
}

/** RFC 9745 and RFC 8594: the key has a successor and will stop working. */
function retirementHeaders(retirement: Context['answer']['retirement']): Record<string, string> {
  if (!retirement) return {};
  const { succeededAt, retiresAt } = retirement;
  return {
    deprecation: `@${Math.floor(succeededAt.getTime() / 1000)}`,
    sunset: retiresAt.toUTCString(),
  };
}
