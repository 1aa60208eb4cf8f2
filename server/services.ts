import { timingSafeEqual } from 'node:crypto';
import type { Services } from '../schema/kernel/ports/services.ts';
import { digestOf } from '../schema/values/secret.ts';
import type { Config } from './config/config.ts';

/** The operator's services, known only by the digests of their credentials. */
export function createServices(credentials: Config['serviceCredentials']): Services {
  return {
    nameOf(credential) {
      const digest = digestOf(credential);
      return credentials.find((it) => timingSafeEqual(it.digest, digest))?.name ?? null;
    },
  };
}
