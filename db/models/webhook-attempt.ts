import { WorkspaceModel } from './base.ts';
import type { DeliveryTrigger } from './webhook-delivery.ts';

export const attemptOutcomes = [
  'SUCCEEDED',
  'REFUSED',
  'TIMED_OUT',
  'UNREACHABLE',
  'NOT_ALLOWED',
  'UNREADABLE',
  'INTERRUPTED',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One time that a delivery was sent, and how that went. */
export class WebhookAttempt extends WorkspaceModel {
  static override tableName = 'webhook_attempt';
  declare deliveryId: string;
  /** Counts the delivery’s attempts from 1. */
  declare number: number;
  declare trigger: DeliveryTrigger;
  declare outcome: AttemptOutcome;
  declare statusCode: number | null;
  /** Null where whoever sent it was lost. */
  declare durationMs: number | null;
  /** The beginning of what the receiver answered, without what looks like a secret. */
  declare answer: string | null;
  /** What went wrong, in words. */
  declare error: string | null;
  declare begunAt: Date;
}
