import {
  connectionAuthorizationStatuses,
  type ConnectionAuthorization,
} from '../../../db/models/connection-authorization.ts';
import { builder } from '../../kernel/builder.ts';

const ConnectionAuthorizationStatusEnum = builder.enumType('ConnectionAuthorizationStatus', {
  values: connectionAuthorizationStatuses,
});

export const ConnectionAuthorizationType = builder
  .objectRef<ConnectionAuthorization>('ConnectionAuthorization')
  .implement({
    description: 'A person on their way to the provider and back.',
    fields: (t) => ({
      id: t.exposeID('id'),
      connectionId: t.exposeID('connectionId'),
      status: t.expose('status', { type: ConnectionAuthorizationStatusEnum }),
      scopes: t.exposeStringList('scopes', { description: 'What is asked for.' }),
      redirectUri: t.exposeString('redirectUri', {
        description: 'Where the provider sends the person back to; register it there for the client.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
      endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      rowVersion: t.exposeInt('rowVersion'),
    }),
  });
