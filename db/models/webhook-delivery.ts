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

/** What a delivery is sent for. */
export const deliveryTriggers = ['EVENT', 'REPLAY', 'SAMPLE'] as const;
export type DeliveryTrigger = (typeof deliveryTriggers)[number];

/** One message on its way to one endpoint. */
export class WebhookDelivery extends WorkspaceModel {
  static override tableName = 'webhook_delivery';
  declare endpointId: string;
  /** Null for a sample. */
  declare eventId: string | null;
  /** What receivers know it by, whatever attempt it is: the event’s id, or a sample’s own. */
  declare messageId: string;
  declare eventType: string;
  /** The event’s, by which what is about one resource stands in order; 0 for a sample. */
  declare position: number;
  declare resourceId: string;
  declare status: DeliveryStatus;
  declare trigger: DeliveryTrigger;
  /** How often it was begun to be sent, in all. */
  declare attempts: number;
  /** The same since it was last begun anew, without those that broke off here. */
  declare tries: number;
  declare dueAt: Date | null;
  /** Who sends it now. */
  declare workerId: string | null;
  /** Whether it was told that it has come to nothing, where it has. */
  declare isTold: boolean;
  declare begunAt: Date | null;
  declare endedAt: Date | null;
  /**
   * Greater than that of every earlier change of a delivery of the endpoint: whoever has read up to one misses nothing before
   * it. The database counts it up with status and time; 0 where neither has changed since before there were any.
   */
  declare changePosition: number;
}
