import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll } from 'vitest';

/** A client developer's host on loopback with TLS, which only these tests trust. */
export interface DocumentHost {
  origin: string;
  /** The answer at each path: a document, or anything else. */
  at: Map<string, { status?: number; headers?: Record<string, string>; body: string }>;
  /** The requested paths, in order. */
  asked: string[];
  /** Puts a client’s document at a path, and returns the client's id. */
  describe(path: string, more?: Record<string, unknown>, headers?: Record<string, string>): string;
}

export const redirectUri = 'http://127.0.0.1/callback';

export async function documentHost(): Promise<DocumentHost> {
  const at: DocumentHost['at'] = new Map();
  const asked: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(request.url ?? '');
    const { status = 200, headers = {}, body } = at.get(request.url ?? '') ?? { status: 404, body: '' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  afterAll(() => {
    setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    at,
    asked,
    describe(path, more = {}, headers = {}) {
      const id = `${origin}${path}`;
      const described = {
        client_id: id,
        client_name: 'Desk assistant',
        redirect_uris: [redirectUri],
        ...more,
      };
      at.set(path, { headers, body: JSON.stringify(described) });
      return id;
    },
  };
}

// For this host only; made with `openssl req -x509` for 127.0.0.1, valid for a hundred years.
const cert = `-----BEGIN CERTIFICATE-----
MIIBsDCCAVegAwIBAgIUcrdS98v44WaIE2fwTN8zmo3vdUwwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUY2xpZW50cyBvZiB0aGUgdGVzdHMwIBcNMjYxMTIyMTM1NDIx
WhgPMjEyNjEwMjkxMzU0MjFaMB8xHTAbBgNVBAMMFGNsaWVudHMgb2YgdGhlIHRl
c3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEmB8odEZR0ju88xHs6ifsdLh+
ZyZmpy5kaWlPE9E4q6li2AQrB3xmTHSXOd/SBFYSAx6qtRyYeMJn8z7ijuJJTqNv
MG0wHQYDVR0OBBYEFFPvhjvHtqrgN8L4wmC1udydLq1+MB8GA1UdIwQYMBaAFFPv
hjvHtqrgN8L4wmC1udydLq1+MBoGA1UdEQQTMBGHBH8AAAGCCWxvY2FsaG9zdDAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIFpao8o/IQr/fpUj3AVI
IZQMxJurZ5pFozRVtuDft3J8AiBj/jxWPaWpFaAMcfhQOfsX9ThD6WrtBJ+WVyf1
7j8Fsw==
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNkCf/lu23umJ9YwR
ilafLOY1LZYc0RwNLtrYlZf+7eWhRANCAASYHyh0RlHSO7zzEezqJ+x0uH5nJman
LmRpaU8T0TirqWLYBCsHfGZMdJc539IEVhIDHqq1HJh4wmfzPuKO4klO
-----END PRIVATE KEY-----
`;
