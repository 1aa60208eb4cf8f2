import type { Context } from '../../kernel/context.ts';
import type { Verbatim } from './rules.ts';

/**
 * A link with its token behind `#`, which a browser sends to no server, and the token once more: by itself it fits into a
 * line that no encoding of mails breaks.
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
