import type { SentCall } from '../../values/sent-call.ts';
import { textOf } from './request.ts';

/** Returns the call as a command of curl, at a path below the address. It contains no secret, but takes the key from `$SANDBOX_KEY`. */
export function curlOf(call: SentCall, baseUrl: string): string {
  const { method, path, query, headers, contentType, body } = call;
  const url = `${baseUrl}${path}${query && `?${query}`}`;
  const { 'content-type': _given, ...others } = headers;
  return [
    `curl ${method === 'HEAD' ? '--head' : `--request ${method}`} ${quoted(url)}`,
    '--header "Authorization: Bearer $SANDBOX_KEY"',
    ...Object.entries(others).map(headerOf),
    ...(contentType === null ? [] : bodyOf(body, contentType)),
  ].join(' \\\n  ');
}

// Without a value, curl takes a colon as the removal of the header.
function headerOf([name, value]: [string, string]): string {
  return `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

function bodyOf(body: SentCall['body'], contentType: string): string[] {
  if (body.form === 'FIELDS' && contentType === 'multipart/form-data')
    return body.fields.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`);
  return [`--header ${quoted(`Content-Type: ${contentType}`)}`, `--data-raw ${quoted(textOf(body))}`];
}

// POSIX shell: nothing is special between single quotes but the quote itself.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
