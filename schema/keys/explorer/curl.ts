import type { SentCall } from '../../values/sent-call.ts';

/** Returns the call as a command of curl. It contains no secret, but takes the key from `$SANDBOX_KEY`. */
export function curlOf(call: SentCall, sandboxUrl: string): string {
  const { slug, major, method, path, query, headers, contentType } = call;
  const url = `${sandboxUrl}/v1/sandbox/products/${slug}/v${major}${path}${query && `?${query}`}`;
  const { 'content-type': _given, ...others } = headers;
  const sent = Object.entries(others).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
  return [
    `curl ${method === 'HEAD' ? '--head' : `--request ${method}`} ${quoted(url)}`,
    '--header "Authorization: Bearer $SANDBOX_KEY"',
    ...sent,
    ...bodyOf(call.body, contentType),
  ].join(' \\\n  ');
}

function bodyOf(body: SentCall['body'], contentType: string | null): string[] {
  if (body.form === 'FIELDS') {
    const option = contentType === 'multipart/form-data' ? '--form-string' : '--data-urlencode';
    return body.fields.map(([name, value]) => `${option} ${quoted(`${name}=${value}`)}`);
  }
  if (body.form !== 'JSON' && body.form !== 'TEXT') return [];
  const text = body.form === 'JSON' ? JSON.stringify(body.value) : body.text;
  return [`--header ${quoted(`Content-Type: ${contentType}`)}`, `--data-raw ${quoted(text)}`];
}

// POSIX shell: nothing is special between single quotes but the quote itself.
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
