import * as connectFormats from '../../values/connect-formats.ts';
import { protocolParameters } from '../../kernel/ports/provider-oauth.ts';
import { validationFailed } from '../../values/errors.ts';
import { findingsInSettings, settingsRefused } from './settings.ts';

/** Validates further parameters for an authorization server: no secrets, and none of the protocol itself. */
export function readParameters(given: unknown): Record<string, string> {
  const parsed = connectFormats.oauthParameters.safeParse(given ?? {});
  if (!parsed.success)
    throw validationFailed(
      parsed.error.issues.map(({ message }) => ({ pointer: '/oauthParameters', code: 'invalid', message })),
    );
  const found = findingsInSettings(parsed.data, ['oauthParameters']);
  if (found.length > 0) throw settingsRefused(found);
  const own = Object.keys(parsed.data).find((name) => protocolParameters.has(name));
  if (own === undefined) return parsed.data;
  throw validationFailed([
    { pointer: `/oauthParameters/${own}`, code: 'invalid', message: 'is a parameter of the protocol itself' },
  ]);
}
