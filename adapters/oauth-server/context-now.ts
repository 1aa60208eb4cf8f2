import Provider from 'oidc-provider';
import type { Context } from '../../schema/kernel/context.ts';
import { contextOfRequest } from './requests.ts';

/** Returns the context of the request that the library is answering. */
export function contextNow(): Context {
  const { req } = Provider.ctx ?? {};
  if (!req) throw new Error('The library answers no request.');
  return contextOfRequest(req);
}
