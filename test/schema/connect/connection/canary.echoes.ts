type Said = { status: number; body?: string; headers?: Record<string, string> };

/** The ways in which a provider repeats the token that it received. */
// oxfmt-ignore
export const echoes: readonly (readonly [what: string, ends: string, says: (token: string) => Said])[] = [
  ['a body of 401',             '502 provider_error', (it) => ({ status: 401, body: `{"error": "no such token: ${it}"}` })],
  ['a body of 500',             '502 provider_error', (it) => ({ status: 500, body: `<h1>${it}</h1>` })],
  ['headers of 403',            '502 provider_error', (it) => ({ status: 403, headers: { 'www-authenticate': `Bearer error="${it}"`, 'retry-after': it, 'x-token': it } })],
  ['the host of a redirect',    '502 provider_error', (it) => ({ status: 302, headers: { location: `http://${it}.example/` } })],
  ['the path of a redirect',    '502 provider_error', (it) => ({ status: 307, headers: { location: `/${it}?token=${it}` } })],
  ['a redirect to no address',  '502 provider_error', (it) => ({ status: 302, headers: { location: `http://[${it}` } })],
  ['an answer that is too large', '502 provider_error', (it) => ({ status: 200, body: it.repeat(400_000) })],
  ['an answer that is no JSON', '502 provider_error', (it) => ({ status: 200, body: `{"token": ${it}}` })],
  ['a character set',           '502 provider_error', (it) => ({ status: 200, body: '{}', headers: { 'content-type': `application/json; charset=${it}` } })],
  ['an encoding',               '502 provider_error', (it) => ({ status: 200, body: '{}', headers: { 'content-encoding': it } })],
  ['a content that is not gzip', '502 provider_error', (it) => ({ status: 200, body: it, headers: { 'content-encoding': 'gzip' } })],
  ['a content type',            '200',                (it) => ({ status: 200, body: it, headers: { 'content-type': `application/${it}` } })],
  ['a value',                   '200',                (it) => ({ status: 200, body: JSON.stringify({ id: it, text: `It is ${it}.` }) })],
  ['the name of a member',      '200',                (it) => ({ status: 200, body: JSON.stringify({ [it]: { [it]: 1 } }) })],
  ['a value in base64',         '200',                (it) => ({ status: 200, body: JSON.stringify([0, 1, 2].map((n) => Buffer.from(`${'x'.repeat(n)}${it}`).toString('base64'))) })],
  ['a value in hexadecimals',   '200',                (it) => ({ status: 200, body: JSON.stringify(Buffer.from(it).toString('hex')) })],
  ['a value percent-encoded',   '200',                (it) => ({ status: 200, body: JSON.stringify(Array.from(Buffer.from(it), (byte) => `%${byte.toString(16)}`).join('')) })],
  ['a text that is cut',        '200',                (it) => ({ status: 200, body: JSON.stringify({ [it]: Array(2_000).fill(it) }) })],
  ['a text',                    '200',                (it) => ({ status: 200, body: `Hello ${it}`, headers: { 'content-type': 'text/plain' } })],
];
