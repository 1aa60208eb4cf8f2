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
    'Programs that use the API take the token by itself, which is what follows # in the link:',
    token,
  ];
}
