import type { Knex } from 'knex';
import type { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { newId } from '../../values/id.ts';
import type { Outcome } from './ending.ts';
import type { Health } from '../webhook-endpoint/health.ts';

/** These functions write the results of a batch of attempts, in one statement per table. */

export async function writeAttempts(trx: Knex, outcomes: readonly Outcome[], now: Date): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ claimed: { delivery }, attempted, bodyDigest }) => ({
    id: newId('webhookAttempt'),
    workspace_id: delivery.workspaceId,
    delivery_id: delivery.id,
    number: delivery.attempts,
    trigger: delivery.trigger,
    outcome: attempted.outcome,
    status_code: attempted.statusCode,
    duration_ms: attempted.durationMs,
    answer: asStorable(attempted.answer),
    error: asStorable(attempted.error),
    body_digest: bodyDigest?.toString('hex') ?? null,
    begun_at: delivery.begunAt ?? now,
  }));
  await trx.raw(attemptsStatement, [now, now, JSON.stringify(rows)]);
}

// A text that PostgreSQL refuses would stop all later batches.
function asStorable(text: string | null): string | null {
  return text?.replaceAll('\u0000', '').toWellFormed() ?? null;
}

// One JSON for all rows takes a third of the time of one parameter for each value.
const attemptsStatement = `
  insert into webhook_attempt (id, workspace_id, delivery_id, number, trigger, outcome, status_code, duration_ms,
    answer, error, body_digest, begun_at, created_at, updated_at)
  select id, workspace_id, delivery_id, number, trigger, outcome, status_code, duration_ms,
    answer, error, decode(body_digest, 'hex'), begun_at, ?, ?
  from jsonb_to_recordset(?::jsonb) as it (
    id text, workspace_id text, delivery_id text, number integer, trigger text, outcome text, status_code integer,
    duration_ms integer, answer text, error text, body_digest text, begun_at timestamptz)`;

export async function writeEndings(trx: Knex, outcomes: readonly Outcome[], now: Date): Promise<void> {
  await trx.raw(
    `update webhook_delivery set status = ended.status, due_at = nullif(ended.due_at, '')::timestamptz, tries = ended.tries, is_told = ended.is_told,
       worker_id = null, ended_at = case when ended.due_at = '' then ?::timestamptz end, updated_at = ?,
       row_version = row_version + 1
     from unnest(?::text[], ?::text[], ?::text[], ?::integer[], ?::boolean[])
       as ended (id, status, due_at, tries, is_told)
     where webhook_delivery.id = ended.id collate "C"`,
    [
      now,
      now,
      outcomes.map(({ claimed }) => claimed.delivery.id),
      outcomes.map(({ ending }) => ending.status),
      // An empty text stands for null, since knex accepts no list that contains null.
      outcomes.map(({ ending }) => ending.dueAt?.toISOString() ?? ''),
      outcomes.map(({ ending }) => ending.tries),
      outcomes.map(({ ending }) => ending.isTold),
    ],
  );
}

/** The health of an endpoint's receiver after the batch. */
export interface After {
  queue: WebhookQueue;
  health: Health;
  /** The number of its deliveries that are no longer in flight. */
  count: number;
}

export async function writeHealth(trx: Knex, after: readonly After[], now: Date): Promise<void> {
  const rows = after.map(({ queue: { id }, health, count }) => ({
    id,
    count,
    failing_since: health.failingSince,
    last_success_at: health.lastSuccessAt,
    last_failure_at: health.lastFailureAt,
    failures_in_row: health.failuresInRow,
    window_began_at: health.windowBeganAt,
    window_attempts: health.windowAttempts,
    window_failures: health.windowFailures,
    circuit_opened_at: health.circuitOpenedAt,
    probe_at: health.probeAt,
    good_probes: health.goodProbes,
    warnings: health.warnings,
    verdict: health.verdict,
  }));
  await trx.raw(healthStatement, [now, JSON.stringify(rows)]);
}

const healthStatement = `
  update webhook_queue set
    in_flight = in_flight - it.count, updated_at = ?,
    failing_since = it.failing_since, last_success_at = it.last_success_at, last_failure_at = it.last_failure_at,
    failures_in_row = it.failures_in_row, window_began_at = it.window_began_at,
    window_attempts = it.window_attempts, window_failures = it.window_failures,
    circuit_opened_at = it.circuit_opened_at, probe_at = it.probe_at, good_probes = it.good_probes,
    warnings = it.warnings, warnings_told = least(warnings_told, it.warnings), verdict = it.verdict
  from jsonb_to_recordset(?::jsonb) as it (
    id text, count integer, failing_since timestamptz, last_success_at timestamptz, last_failure_at timestamptz,
    failures_in_row integer, window_began_at timestamptz, window_attempts integer, window_failures integer,
    circuit_opened_at timestamptz, probe_at timestamptz, good_probes integer, warnings integer, verdict text)
  where webhook_queue.id = it.id collate "C"`;
