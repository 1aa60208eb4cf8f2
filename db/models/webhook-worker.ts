import { BaseModel } from './base.ts';

/** A process that sends webhooks, as long as it says so. */
export class WebhookWorker extends BaseModel {
  static override tableName = 'webhook_worker';
  /** From then on others take over what it had begun. */
  declare expiresAt: Date;
}
