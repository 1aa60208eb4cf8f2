import { ofWhoAsks } from '../../connect/gateway/headers.ts';

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
  'cookie2?',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'if-range',
  'range',
  'traceparent',
  'tracestate',
  'true-client-.*',
  'via',
  // Some servers read it as a hyphen.
  '.*_.*',
]);

// Their meaning is for the origin of the upstream, and not for ours.
const notTold = namesIn([
  ...ofTheConnection,
  'alt-svc',
  'access-control-.*',
  'authorization',
  'cache-control',
  'clear-site-data',
  'content-location',
  'content-encoding',
  'content-security-policy.*',
  'cross-origin-.*',
  'date',
  'deprecation',
  'expires',
  'idempotent-replayed',
  'link',
  'location',
  'nel',
  'permissions-policy',
  'pragma',
  'ratelimit.*',
  'referrer-policy',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'server',
  'service-worker-allowed',
  'set-cookie2?',
  'strict-transport-security',
  'sunset',
  'via',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
  'x-request-id',
  'x-workspace-id',
]);

/** Returns the headers of a call that go to the upstream. */
export function sentHeaders(headers: Headers): Record<string, string> {
  const sent = without(headers, notSent);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !ofWhoAsks.test(name)));
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
  // The body was judged by it.
  named.delete('content-type');
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !barred.test(name) && !named.has(name)),
  );
}
