import type { Environment } from './api-key.ts';
import { WorkspaceModel } from './base.ts';

export const webhookEndpointStatuses = ['ACTIVE', 'PAUSED', 'DISABLED', 'DELETED'] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];

/** Why an endpoint is sent nothing any more though nobody here said so. */
export const disabledReasons = ['FAILURES', 'GONE', 'RECEIVER_REQUEST'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Where somebody wants to be told of what happens in a workspace. */
export class WebhookEndpoint extends WorkspaceModel {
  static override tableName = 'webhook_endpoint';
  declare environment: Environment;
  declare url: string;
  declare description: string;
  /** Types as they are, and beginnings such as `approval.*`. */
  declare eventTypes: string[];
  /** Where there are any: only what is about one of these. */
  declare applicationIds: string[];
  declare connectionIds: string[];
  /** Whether what is about one resource is sent one after the other. */
  declare isOrdered: boolean;
  declare status: WebhookEndpointStatus;
  declare disabledReason: DisabledReason | null;
  /** Sealed by the workspace’s key; null once the endpoint is deleted. */
  declare sealedSecret: Buffer | null;
  declare secretPrefix: string;
  declare secretLastFour: string;
  /** Counts the secrets it has had, from 1. */
  declare secretVersion: number;
  declare secretRotatedAt: Date | null;
  /** Of the version before, which signs as well until then. */
  declare sealedPreviousSecret: Buffer | null;
  declare previousSecretEndsAt: Date | null;
  /** Since when it is paused, disabled or deleted. */
  declare stoppedAt: Date | null;
  /** The member who made it. */
  declare createdBy: string;
}
