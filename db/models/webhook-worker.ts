import { BaseModel } from './base.ts';

/** A process that sends webhooks, as long as it renews its lease. */
export class WebhookWorker extends BaseModel {
  static override tableName = 'webhook_worker';
  /** When other workers take over its deliveries. */
  declare expiresAt: Date;
}
