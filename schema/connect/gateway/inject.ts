import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { percentEncoded } from '../../values/percent.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';
import { isHeaderValue, isSendableHeader, isToken } from './headers.ts';
import type { BuiltRequest } from './request.ts';

/** An opened secret of a provider, with its place in a request. */
export type InjectedCredential = SingleCredential | { kind: 'PARTS'; parts: readonly InjectedPart[] };

/** A part with the name of its scheme. */
export type InjectedPart = SingleCredential & { name?: string };

export type SingleCredential =
  | ({ kind: 'API_KEY'; apiKey: string } & Pick<
      Extract<DescribedScheme, { kind: 'API_KEY' }>,
      'in' | 'parameter'
    >)
  | { kind: 'BEARER'; token: string }
  | { kind: 'BASIC'; username: string; password: string }
  | { kind: 'HEADERS'; headers: Readonly<Record<string, string>> };

/**
 * Returns the request with the credential, which replaces everything under the same name in any case. A
 * request to another origin than the connection’s stays unchanged. Throws a RequestFailure, whose message
 * contains nothing of the request or the credential.
 */
export function withCredential(request: BuiltRequest, credential: InjectedCredential): BuiltRequest {
  if (!request.takesCredential) return request;
  return singlesOf(credential).reduce(withSingle, request);
}

/** Returns the single credentials that a credential consists of. */
export function singlesOf(credential: InjectedCredential): readonly InjectedPart[] {
  return credential.kind === 'PARTS' ? credential.parts : [credential];
}

function withSingle(request: BuiltRequest, credential: SingleCredential): BuiltRequest {
  if (credential.kind === 'API_KEY' && credential.in === 'query')
    return withParameter(request, credential.parameter, credential.apiKey);
  if (credential.kind === 'API_KEY' && credential.in === 'cookie')
    return withCookie(request, credential.parameter, credential.apiKey);
  return withHeaders(request, headersOf(credential));
}

function headersOf(credential: SingleCredential): Readonly<Record<string, string>> {
  switch (credential.kind) {
    case 'API_KEY':
      return { [credential.parameter]: credential.apiKey };
    case 'BEARER':
      return { authorization: `Bearer ${credential.token}` };
    case 'BASIC':
      return { authorization: `Basic ${basicOf(credential)}` };
    default:
      return credential.headers;
  }
}

// RFC 7617 §2, in UTF-8: the first colon ends the name.
function basicOf({ username, password }: { username: string; password: string }): string {
  const pair = `${username}:${password}`;
  if (username.includes(':') || /\p{Cc}/u.test(pair) || !pair.isWellFormed())
    throw unusable(
      'The user name must not contain a colon, and neither it nor the password control characters.',
    );
  return Buffer.from(pair).toString('base64');
}

function withHeaders(request: BuiltRequest, given: Readonly<Record<string, string>>): BuiltRequest {
  const headers = new Map(Object.entries(request.headers));
  for (const [name, value] of Object.entries(given)) {
    if (!isSendableHeader(name)) throw unusable('It is for a header that cannot be set.');
    if (value === '' || !isHeaderValue(value))
      throw unusable('It contains characters that a header cannot carry.');
    headers.set(name.toLowerCase(), value);
  }
  return { ...request, headers: Object.fromEntries(headers) };
}

// RFC 6265 §4.1.1. No argument sets a cookie, so an existing one is another part of the credential.
function withCookie(request: BuiltRequest, name: string, value: string): BuiltRequest {
  if (!isToken(name) || !/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(value))
    throw unusable('It contains characters that a cookie cannot carry.');
  const { cookie, ...headers } = request.headers;
  const pairs = [...(cookie ? [cookie] : []), `${name}=${value}`];
  return { ...request, headers: { ...headers, cookie: pairs.join('; ') } };
}

function withParameter(request: BuiltRequest, name: string, value: string): BuiltRequest {
  if (value === '' || !value.isWellFormed() || !name.isWellFormed())
    throw unusable('It is empty or cannot be encoded.');
  const url = new URL(request.url);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isNamed(pair, name));
  url.search = [...others, `${percentEncoded(name)}=${percentEncoded(value)}`].join('&');
  return { ...request, url };
}

function isNamed(pair: string, name: string): boolean {
  const [[own] = ['']] = new URLSearchParams(pair);
  return own.toLowerCase() === name.toLowerCase();
}

function unusable(sentence: string): RequestFailure {
  return new RequestFailure('credential_unusable', `The credential cannot be sent. ${sentence}`);
}
