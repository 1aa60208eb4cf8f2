import { WorkspaceModel } from './base.ts';
import type { DisabledReason } from './webhook-endpoint.ts';

/**
 * What the workers know of an endpoint, by its id: how far its workspace’s events have become deliveries, when there is
 * something to send, and how its receiver is. Whoever changes deliveries of the endpoint holds the lock of this row.
 */
export class WebhookQueue extends WorkspaceModel {
  static override tableName = 'webhook_queue';
  /** That of the last event that was looked at. */
  declare position: number;
  /** From when there is something to send; null where nothing waits. */
  declare dueAt: Date | null;
  declare inFlight: number;
  /** That of the delivery of the endpoint that has changed last. */
  declare changePosition: number;
  /** The first failure after which nothing succeeded. */
  declare failingSince: Date | null;
  declare lastSuccessAt: Date | null;
  declare lastFailureAt: Date | null;
  declare failuresInRow: number;
  declare windowBeganAt: Date | null;
  declare windowAttempts: number;
  declare windowFailures: number;
  declare circuitOpenedAt: Date | null;
  /** Before then an open circuit lets nothing through. */
  declare probeAt: Date | null;
  /** Probes of an open circuit that succeeded, in a row. */
  declare goodProbes: number;
  /** Whether that the circuit is open was told. */
  declare isCircuitTold: boolean;
  /** Warnings that are due since it fails, and how many of them were told. */
  declare warnings: number;
  declare warningsTold: number;
  /** Why it is to be disabled; nothing is sent from then on. */
  declare verdict: DisabledReason | null;
}
