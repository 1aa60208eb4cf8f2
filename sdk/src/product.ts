import createFetchClient, { type Client } from 'openapi-fetch';

export interface ProductClientOptions {
  /** The server in the document of the product, such as `https://sallyport.example.com/v1/sandbox/products/shop/v1`. */
  url: string;
  /** A key of the application: a sandbox key for the sandbox, a live key for the live server. */
  key: string;
  /** The function that sends requests; the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client of one API product, with the types that `productTypes` wrote. It is a client of openapi-fetch:
 * `client.GET('/orders/{id}', { params: { path: { id } } })` returns `data` or `error`, and `response`. It follows no
 * redirects, so that the key goes to this server alone.
 */
export function createProductClient<Paths extends object>({
  url,
  key,
  fetch,
}: ProductClientOptions): Client<Paths> {
  if (!/^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/.test(url))
    throw new TypeError('`url` must begin with https://, or with http:// for this machine.');
  const headers = { authorization: `Bearer ${key}` };
  return createFetchClient<Paths>({ baseUrl: url, headers, redirect: 'error', ...(fetch && { fetch }) });
}
