import { credentialInUrl, credentialRefused } from '../../values/credential-in-url.ts';
import { refuse } from '../../values/errors.ts';
import type { SentCall } from '../../values/sent-call.ts';
import { textOf } from './request.ts';

/** The address and the headers, without those that clients add. Node takes 16 KiB. */
const maxHeadBytes = 15 * 1024;

/**
 * Returns the call as the server would read it from the network. Throws what the server refuses before it knows the
 * product: `credential_in_url` and `invalid_request`.
 */
export function arrivingAs(call: SentCall, maxBodyBytes: number): SentCall {
  const { path, query, headers, body } = call;
  const url = query === '' ? path : `${path}?${query}`;
  if (credentialInUrl(url)) throw credentialRefused();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if ([url, ...lines].join('\r\n').length > maxHeadBytes)
    throw refuse('invalid_request', 'The address and the headers are larger than 15 KiB. Send less.');
  if (Buffer.byteLength(textOf(body)) <= maxBodyBytes) return call;
  return { ...call, body: { form: 'TOO_LARGE', maxBytes: maxBodyBytes } };
}
