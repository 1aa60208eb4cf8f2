import type { Context } from '../../kernel/context.ts';
import type { Verbatim } from './rules.ts';

/**
 * Returns a link with the token after `#`, which browsers send to no server, and the token alone. Alone it
 * fits into a line that no mail encoding breaks.
 */
export function linkWithToken(
  { settings }: Pick<Context, 'settings'>,
  path: string,
  token: string,
): (string | Verbatim)[] {
  return [
    { verbatim: `${settings.baseUrl}${path}#${token}` },
    'Programs that use the API send the token alone. It is the text after # in the link:',
    token,
  ];
}
