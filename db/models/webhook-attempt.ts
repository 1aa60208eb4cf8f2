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

/** One attempt to send a delivery, with its result. */
export class WebhookAttempt extends WorkspaceModel {
  static override tableName = 'webhook_attempt';
  declare deliveryId: string;
  /** Counts the delivery’s attempts from 1. */
  declare number: number;
  declare trigger: DeliveryTrigger;
  declare outcome: AttemptOutcome;
  declare statusCode: number | null;
  /** Null if its worker died. */
  declare durationMs: number | null;
  /** The beginning of the receiver's answer, without anything that looks like a secret. */
  declare answer: string | null;
  /** A description of the failure. */
  declare error: string | null;
  declare begunAt: Date;
  /** SHA-256 of the body that it sent; null if that is unknown, as in rows of earlier versions. */
  declare bodyDigest: Buffer | null;
}
