import type { Request } from '../../../support/app.ts';
import type { Cast } from '../../../support/people.ts';

export const endpoints = '/api/console/webhooks/endpoints';
export const good = {
  environment: 'SANDBOX',
  url: 'https://hooks.example.com/',
  eventTypes: ['application.*'],
};

/** Requests of the workspace’s owner. */
export const as = ({ owner, workspaceId }: Pick<Cast, 'owner' | 'workspaceId'>): Request => ({
  as: owner,
  workspace: workspaceId,
});
