import { WorkspaceModel } from './base.ts';
import type { DisabledReason } from './webhook-endpoint.ts';

/**
 * The workers' state of an endpoint, under its id: its progress through the workspace's events, the next due
 * time, and the receiver's health. Every change of the endpoint's deliveries locks this row.
 */
export class WebhookQueue extends WorkspaceModel {
  static override tableName = 'webhook_queue';
  /** The position of the last processed event. */
  declare position: number;
  /** When the next delivery is due; null if the queue is empty. */
  declare dueAt: Date | null;
  declare inFlight: number;
  /** The change position of the last changed delivery. */
  declare changePosition: number;
  /** The first failure since the last success. */
  declare failingSince: Date | null;
  declare lastSuccessAt: Date | null;
  declare lastFailureAt: Date | null;
  declare failuresInRow: number;
  declare windowBeganAt: Date | null;
  declare windowAttempts: number;
  declare windowFailures: number;
  declare circuitOpenedAt: Date | null;
  /** Until then an open circuit lets no delivery through. */
  declare probeAt: Date | null;
  /** Consecutive successful probes of an open circuit. */
  declare goodProbes: number;
  /** Whether an event about the open circuit was emitted. */
  declare isCircuitTold: boolean;
  /** The due warnings since it started to fail, and how many were emitted. */
  declare warnings: number;
  declare warningsTold: number;
  /** Why it is to be disabled; sending stops immediately. */
  declare verdict: DisabledReason | null;
}
