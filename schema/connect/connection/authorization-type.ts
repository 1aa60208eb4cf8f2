import {
  connectionAuthorizationStatuses,
  ConnectionAuthorization,
} from '../../../db/models/connection-authorization.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';

const ConnectionAuthorizationStatusEnum = builder.enumType('ConnectionAuthorizationStatus', {
  values: connectionAuthorizationStatuses,
});

export const ConnectionAuthorizationType = rowRef<ConnectionAuthorization>(
  ConnectionAuthorization,
  'ConnectionAuthorization',
).implement({
  description: 'An authorization in progress at the provider.',
  fields: (t) => ({
    id: t.exposeID('id'),
    connectionId: t.exposeID('connectionId'),
    status: t.expose('status', { type: ConnectionAuthorizationStatusEnum }),
    scopes: t.exposeStringList('scopes', { description: 'The requested scopes.' }),
    redirectUri: t.exposeString('redirectUri', {
      description: 'The redirect URI to register for the client at the provider.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
