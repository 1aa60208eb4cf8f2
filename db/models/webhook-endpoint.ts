import type { Environment } from './api-key.ts';
import { WorkspaceModel } from './base.ts';

export const webhookEndpointStatuses = ['ACTIVE', 'PAUSED', 'DISABLED', 'DELETED'] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];

/** Why the server stopped sending to an endpoint. */
export const disabledReasons = ['FAILURES', 'GONE', 'RECEIVER_REQUEST'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A receiver of a workspace's events. */
export class WebhookEndpoint extends WorkspaceModel {
  static override tableName = 'webhook_endpoint';
  declare environment: Environment;
  declare url: string;
  declare description: string;
  /** Event types, and prefixes such as `approval.*`. */
  declare eventTypes: string[];
  /** If not empty, only messages about these resources are sent. */
  declare applicationIds: string[];
  declare connectionIds: string[];
  /** Whether messages about one resource are sent in sequence. */
  declare isOrdered: boolean;
  declare status: WebhookEndpointStatus;
  declare disabledReason: DisabledReason | null;
  /** Sealed under the workspace’s key; null once the endpoint is deleted. */
  declare sealedSecret: Buffer | null;
  declare secretPrefix: string;
  declare secretLastFour: string;
  /** Counts its secrets from 1. */
  declare secretVersion: number;
  declare secretRotatedAt: Date | null;
  /** The previous secret, which also signs until its end. */
  declare sealedPreviousSecret: Buffer | null;
  declare previousSecretEndsAt: Date | null;
  /** Since when it is paused, disabled or deleted. */
  declare stoppedAt: Date | null;
  /** The member who created it. */
  declare createdBy: string;
}
