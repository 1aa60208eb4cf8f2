type Headers = Readonly<Record<string, string>>;

// RFC 9110 §7.6.1, and what the proxy decides itself.
const ofTheConnection = [
  'connection',
  'content-length',
  'keep-alive',
  'proxy-.*',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'sallyport-.*',
];

const notSent = namesIn([
  ...ofTheConnection,
  'accept-encoding',
  'authorization',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'traceparent',
  'tracestate',
  'x-forwarded-.*',
  'x-real-ip',
]);

// Their meaning is for the origin of the upstream, and not for ours.
const notTold = namesIn([
  ...ofTheConnection,
  'alt-svc',
  'authorization',
  'clear-site-data',
  'content-encoding',
  'content-security-policy.*',
  'cross-origin-.*',
  'permissions-policy',
  'ratelimit.*',
  'referrer-policy',
  'set-cookie',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
]);

/** Returns the headers of a call that go to the upstream. */
export function sentHeaders(headers: Headers): Record<string, string> {
  return without(headers, notSent);
}

/** Returns the headers of an upstream’s answer that go to the caller. */
export function toldHeaders(headers: Headers): Record<string, string> {
  return without(headers, notTold);
}

function namesIn(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.join('|')})$`);
}

// `Connection` names further headers of the connection.
function without(headers: Headers, barred: RegExp): Record<string, string> {
  const named = new Set((headers['connection'] ?? '').toLowerCase().split(/[\s,]+/));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !barred.test(name) && !named.has(name)),
  );
}
