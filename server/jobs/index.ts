import { rereadSeconds } from '../../schema/identity/session/key-ring.ts';
import { beatMs } from '../cache/lease.ts';
import type { ServerPorts } from '../ports.ts';
import { requireMacs } from '../row-macs.ts';
import { cancelAbandoned, cancelAbandonedIn } from '../../schema/approvals/approval/cancel-abandoned.ts';
import { executeApproved, loseOverdue } from '../../schema/approvals/approval/execute.ts';
import { expireApprovals, strandApprovals } from '../../schema/approvals/approval/expire.ts';
import { announceDrained } from '../../schema/keys/api-key/announce-drained.ts';
import { announceExpiry } from '../../schema/keys/api-key/announce-expiry.ts';
import { expireInvitations } from '../../schema/identity/invitation/expire.ts';
import { remindApprovers } from '../../schema/approvals/approval/remind.ts';
import { suspendOrphans } from '../../schema/identity/automation/orphan.ts';
import { answerPasswordResets } from '../../schema/identity/session/answer-password-resets.ts';
import { answerSignUps } from '../../schema/identity/session/answer-sign-ups.ts';
import { reviewAccess } from '../../schema/keys/production-access/review.ts';
import { checkConnections } from '../../schema/connect/connection/check.ts';
import { expireAuthorizations } from '../../schema/connect/connection/expire-authorizations.ts';
import { refreshConnections } from '../../schema/connect/connection/refresh.ts';
import { revokeGrants } from '../../schema/connect/connection/revoke-grants.ts';
import { forgetAgentSessions } from '../../schema/identity/mcp-credential/agent-sessions.ts';
import { endRegisteredClients } from '../../schema/identity/mcp-credential/end-registered.ts';
import { retireDeprecated } from '../../schema/agents/mcp-server/retire-deprecated.ts';
import { scheduleImports } from '../../schema/agents/mcp-server/schedule-imports.ts';
import { runImports } from '../../schema/connect/connector/run-imports.ts';
import { sendMails } from '../../schema/records/mail/send.ts';
import { announceCredentialExpiry } from '../../schema/connect/vault/announce-expiry.ts';
import { forgetWaiting } from '../../schema/deliver/webhook-endpoint/forget-waiting.ts';
import { forgetPreviousSecrets } from '../../schema/deliver/webhook-endpoint/forget-previous.ts';
import { shredWorkspaces } from '../../schema/approvals/workspace-deletion/shred.ts';
import { onCommits } from './on-commits.ts';
import {
  forgetAssertions,
  forgetAuthorizations,
  forgetConnectionCalls,
  forgetEvents,
  forgetIdempotency,
  forgetKeyCalls,
  forgetMailedTokens,
  forgetOperationCalls,
  forgetProductCalls,
  forgetMails,
  forgetOAuthRecords,
  forgetSandboxObjects,
  forgetSessions,
  forgetSigningKeys,
  forgetTestReceipts,
  forgetToolCalls,
} from './forget.ts';

interface Job {
  name: string;
  everySeconds: number;
  /** A run that can take long ends early at the signal that the process stops. */
  run(ports: ServerPorts, stopping: AbortSignal): Promise<void>;
  /** Whether it runs again when the process stops. */
  atStop: boolean;
  /** How many runs may overlap; 1 by default. */
  atOnce?: number;
  /** Its work soon after commits in these workspaces, so that they take effect before the next interval. */
  onCommits?(ports: ServerPorts, workspaceIds: readonly string[]): Promise<void>;
}

/** The background jobs of a process. */
// oxfmt-ignore
export const jobs: readonly Job[] = [
  { name: 'hold-lease',                 everySeconds: beatMs / 1000, atStop: false, run: holdLease },
  { name: 'write-key-use',              everySeconds: 1,             atStop: true,  run: writeKeyUse },
  { name: 'write-product-calls',        everySeconds: 1,             atStop: true,  run: writeProductCalls },
  { name: 'write-operation-calls',      everySeconds: 1,             atStop: true,  run: writeOperationCalls },
  { name: 'write-connection-calls',     everySeconds: 1,             atStop: true,  run: writeConnectionCalls },
  { name: 'sweep-data-keys',            everySeconds: 1,             atStop: true,  run: sweepDataKeys },
  { name: 'sweep-segments',             everySeconds: 60,            atStop: false, run: sweepSegments },
  { name: 'require-row-macs',           everySeconds: 5,             atStop: false, run: requireMacs },
  { name: 'sign-audit-heads',           everySeconds: 60,            atStop: true,  run: signAuditHeads },
  { name: 'reread-key-ring',            everySeconds: rereadSeconds, atStop: false, run: rereadKeyRing },
  { name: 'follow-events',              everySeconds: 1,             atStop: false, run: followEvents },
  { name: 'answer-resets',              everySeconds: 1,             atStop: false, run: answerPasswordResets },
  { name: 'answer-sign-ups',            everySeconds: 1,             atStop: false, run: answerSignUps },
  { name: 'send-mail',                  everySeconds: 1,             atStop: false, run: sendMails },
  { name: 'execute-approvals',          everySeconds: 1,             atStop: false, run: executeApproved, atOnce: 50 },
  { name: 'lose-approvals',             everySeconds: 5,             atStop: false, run: loseOverdue },
  { name: 'expire-approvals',           everySeconds: 60,            atStop: false, run: endApprovals },
  { name: 'remind-approvers',           everySeconds: 60,            atStop: false, run: remindApprovers },
  { name: 'cancel-abandoned',           everySeconds: 5,             atStop: false, run: cancelAbandoned, onCommits: cancelAbandonedIn },
  { name: 'suspend-orphans',            everySeconds: 5,             atStop: false, run: suspendOrphans },
  { name: 'expire-invitations',         everySeconds: 60,            atStop: false, run: expireInvitations },
  { name: 'review-access',              everySeconds: 60,            atStop: false, run: reviewAccess },
  { name: 'announce-key-expiry',        everySeconds: 60,            atStop: false, run: announceExpiry },
  { name: 'announce-drained-keys',      everySeconds: 60,            atStop: false, run: announceDrained },
  { name: 'announce-credential-expiry', everySeconds: 60,            atStop: false, run: announceCredentialExpiry },
  { name: 'schedule-imports',           everySeconds: 60,            atStop: false, run: scheduleImports },
  { name: 'import-connectors',          everySeconds: 1,             atStop: false, run: runImports },
  { name: 'refresh-connections',        everySeconds: 1,             atStop: false, run: refreshConnections },
  { name: 'revoke-grants',              everySeconds: 5,             atStop: false, run: revokeGrants },
  { name: 'expire-authorizations',      everySeconds: 5,             atStop: false, run: expireAuthorizations },
  { name: 'check-connections',          everySeconds: 5,             atStop: false, run: checkConnections },
  { name: 'end-registered-clients',     everySeconds: 60,            atStop: false, run: endRegisteredClients },
  { name: 'retire-mcp-versions',        everySeconds: 60,            atStop: false, run: retireDeprecated },
  { name: 'forget-waiting-webhooks',    everySeconds: 3600,          atStop: false, run: forgetWaiting },
  { name: 'end-webhook-graces',         everySeconds: 60,            atStop: false, run: forgetPreviousSecrets },
  { name: 'shred-workspaces',           everySeconds: 60,            atStop: false, run: shredWorkspaces },
  { name: 'forget-assertions',          everySeconds: 60,            atStop: false, run: forgetAssertions },
  { name: 'forget-authorizations',      everySeconds: 3600,          atStop: false, run: forgetAuthorizations },
  { name: 'forget-idempotency',         everySeconds: 3600,          atStop: false, run: forgetIdempotency },
  { name: 'forget-events',              everySeconds: 3600,          atStop: false, run: forgetEvents },
  { name: 'forget-tool-calls',          everySeconds: 3600,          atStop: false, run: forgetToolCalls },
  { name: 'forget-sandbox-objects',     everySeconds: 3600,          atStop: false, run: forgetSandboxObjects },
  { name: 'forget-test-receipts',       everySeconds: 3600,          atStop: false, run: forgetTestReceipts },
  { name: 'forget-product-calls',       everySeconds: 3600,          atStop: false, run: forgetProductCalls },
  { name: 'forget-operation-calls',     everySeconds: 3600,          atStop: false, run: forgetOperationCalls },
  { name: 'forget-key-calls',           everySeconds: 3600,          atStop: false, run: forgetKeyCalls },
  { name: 'forget-connection-calls',    everySeconds: 3600,          atStop: false, run: forgetConnectionCalls },
  { name: 'forget-mails',               everySeconds: 3600,          atStop: false, run: forgetMails },
  { name: 'forget-mailed-tokens',       everySeconds: 3600,          atStop: false, run: forgetMailedTokens },
  { name: 'forget-oauth-records',       everySeconds: 60,            atStop: false, run: forgetOAuthRecords },
  { name: 'forget-sessions',            everySeconds: 3600,          atStop: false, run: forgetSessions },
  { name: 'forget-agent-sessions',      everySeconds: 3600,          atStop: false, run: forgetAgentSessions },
  { name: 'forget-signing-keys',        everySeconds: 3600,          atStop: false, run: forgetSigningKeys },
];

async function holdLease({ heartbeat }: ServerPorts): Promise<void> {
  await heartbeat.beat();
}

async function writeKeyUse({ keyUse }: ServerPorts): Promise<void> {
  await keyUse.flush();
}

async function writeProductCalls({ productQuotas, clock }: ServerPorts): Promise<void> {
  await productQuotas.flush(clock.now());
}

async function writeOperationCalls({ operationCalls, clock }: ServerPorts): Promise<void> {
  await operationCalls.flush(clock.now());
}

async function writeConnectionCalls({ connectionCalls, clock }: ServerPorts): Promise<void> {
  await connectionCalls.flush(clock.now());
}

async function sweepSegments({ segments }: ServerPorts): Promise<void> {
  await Promise.resolve(segments.sweep());
}

async function sweepDataKeys({ dataKeys }: ServerPorts): Promise<void> {
  await Promise.resolve(dataKeys.sweep());
}

async function signAuditHeads({ checkpoints, log }: ServerPorts): Promise<void> {
  for (const chain of await checkpoints.sign()) log.error({ event: 'audit.log_changed', chain });
}

async function rereadKeyRing({ tokens, clock }: ServerPorts): Promise<void> {
  await tokens.reread(clock.now());
}

async function followEvents({ feed }: ServerPorts): Promise<void> {
  await feed.tick();
}

async function endApprovals(ports: ServerPorts): Promise<void> {
  await expireApprovals(ports);
  await strandApprovals(ports);
}

/**
 * Starts every job at its interval, with at most `atOnce` runs of each. Stopping waits for runs in progress.
 */
export function startJobs(ports: ServerPorts): AsyncDisposable {
  const running = new Map<string, Set<Promise<void>>>(jobs.map(({ name }) => [name, new Set()]));
  const stopping = new AbortController();
  const start = (job: Job) => {
    const runs = running.get(job.name);
    if (!runs || runs.size >= (job.atOnce ?? 1)) return;
    const run = attempt(job, ports, async () => await job.run(ports, stopping.signal)).finally(() =>
      runs.delete(run),
    );
    runs.add(run);
  };
  const timers = jobs.map((job) => setInterval(start, job.everySeconds * 1000, job));
  const listening = jobs.flatMap((job) => listeningTo(job, ports) ?? []);
  return {
    async [Symbol.asyncDispose]() {
      for (const listener of listening) await listener[Symbol.asyncDispose]();
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      for (const runs of running.values()) await Promise.all(runs);
      for (const job of jobs.filter(({ atStop }) => atStop))
        await attempt(job, ports, async () => await job.run(ports, stopping.signal));
    },
  };
}

function listeningTo(job: Job, ports: ServerPorts): AsyncDisposable | null {
  if (!job.onCommits) return null;
  return onCommits(ports, async (workspaceIds) => {
    await attempt(job, ports, async () => await job.onCommits?.(ports, workspaceIds));
  });
}

async function attempt({ name }: Job, { log }: ServerPorts, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ event: 'job.failed', job: name, error });
  }
}
