import { WorkspaceModel } from './base.ts';

export const deliveryStatuses = [
  'PENDING',
  'SENDING',
  'RETRYING',
  'SUCCEEDED',
  'FAILED',
  'DISCARDED',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why a delivery is sent. */
export const deliveryTriggers = ['EVENT', 'REPLAY', 'SAMPLE'] as const;
export type DeliveryTrigger = (typeof deliveryTriggers)[number];

/** One message to one endpoint. */
export class WebhookDelivery extends WorkspaceModel {
  static override tableName = 'webhook_delivery';
  declare endpointId: string;
  /** Null for a sample. */
  declare eventId: string | null;
  /** The message's id for receivers, the same in all attempts: the event’s id, or the sample’s own. */
  declare messageId: string;
  declare eventType: string;
  /** The event’s position, which orders messages about one resource; 0 for a sample. */
  declare position: number;
  declare resourceId: string;
  declare status: DeliveryStatus;
  declare trigger: DeliveryTrigger;
  /** The number of all attempts. */
  declare attempts: number;
  /** The attempts since it was last restarted, without those that were interrupted on our side. */
  declare tries: number;
  declare dueAt: Date | null;
  /** The worker that sends it now. */
  declare workerId: string | null;
  /** Whether an event about its failure was emitted, if it failed. */
  declare isTold: boolean;
  declare begunAt: Date | null;
  declare endedAt: Date | null;
  /**
   * Greater than the number of every earlier change of the endpoint's deliveries, so that readers miss none.
   */
  declare changePosition: number;
}
