import type { TestApp } from './app.ts';

/** The result of a request, after redirects and page refreshes on the same origin. */
export interface Visited {
  url: URL;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  html: string;
  /** The next URL, if it is on another origin. */
  elsewhere: URL | null;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
  /** The text of its `Set-Cookie` header. */
  text: string;
}

type Ask = (
  url: URL,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; headers: Visited['headers']; cookies: string[]; html: string }>;

export interface Visitor {
  /** Returns every cookie that was set, unchanged. */
  cookies(): string[];
  /** Stores a cookie as if a response from the URL had set it. */
  plant(text: string, url: URL): void;
  open(url: URL | string): Promise<Visited>;
  /** Submits the page's form with its own and the given fields, and with an origin unless that is null. */
  submit(page: Visited, fields: Record<string, string>, origin?: string | null): Promise<Visited>;
  /** Submits the form without following the answer. */
  send(page: Visited, fields: Record<string, string>, origin?: string | null): Promise<Visited>;
}

/** A person with a browser, which stores cookies by their paths and runs no scripts. */
export function visitor(origin: string, ask: Ask): Visitor {
  const jar = new Map<string, Cookie>();
  const seen: string[] = [];
  const keep = (text: string, url: URL) => {
    const kept = cookieIn(text, url);
    if (kept.value === '') jar.delete(`${kept.name} ${kept.path}`);
    else jar.set(`${kept.name} ${kept.path}`, kept);
  };
  const once = async (url: URL, method: 'GET' | 'POST', more: Record<string, string>, body?: string) => {
    const cookie = [...jar.values()]
      .filter(({ path }) => isBelow(url.pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = { accept: 'text/html', ...(cookie && { cookie }), ...more };
    const answer = await ask(url, { method, headers, ...(body !== undefined && { body }) });
    for (const text of answer.cookies) {
      seen.push(text);
      keep(text, url);
    }
    return answer;
  };
  const follow = async (first: Visited): Promise<Visited> => {
    let visited = first;
    for (let hops = 0; hops < 10; hops += 1) {
      const next = nextAfter(visited);
      if (!next) return visited;
      if (next.origin !== origin) return { ...visited, elsewhere: next };
      visited = { url: next, ...(await once(next, 'GET', {})), elsewhere: null };
    }
    throw new Error(`The way from ${first.url.href} has no end.`);
  };
  const send: Visitor['send'] = async (page, fields, from = origin) => {
    const hidden = [...page.html.matchAll(/<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)];
    const form = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value]));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...(from !== null && { origin: from }),
    };
    return { url: page.url, ...(await once(page.url, 'POST', headers, form.toString())), elsewhere: null };
  };
  return {
    cookies: () => seen,
    plant: keep,
    async open(address) {
      const url = new URL(address, origin);
      return await follow({ url, ...(await once(url, 'GET', {})), elsewhere: null });
    },
    send,
    submit: async (page, fields, from) => await follow(await send(page, fields, from)),
  };
}

function nextAfter({ url, headers: { location }, html }: Visited): URL | null {
  const [, refresh] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html) ?? [];
  const next = typeof location === 'string' ? location : refresh;
  return next === undefined ? null : new URL(next, url);
}

/** A visitor that sends requests within the process. */
export function visitorOf({ inject }: Pick<TestApp, 'inject'>, origin: string): Visitor {
  return visitor(origin, async (url, { method, headers, body }) => {
    const answer = await inject({
      method,
      url: `${url.pathname}${url.search}`,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    const { 'set-cookie': set = [] } = answer.headers;
    const cookies = [set].flat().map(String);
    const told = answer.headers as Visited['headers'];
    return { status: answer.statusCode, headers: told, cookies, html: answer.body };
  });
}

/** A visitor that sends requests over a socket. */
export function remoteVisitor(origin: string): Visitor {
  return visitor(origin, async (url, { method, headers, body }) => {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const cookies = answer.headers.getSetCookie();
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      cookies,
      html: await answer.text(),
    };
  });
}

function cookieIn(text: string, url: URL): Cookie {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
  const path = /;\s*path=([^;]+)/i.exec(text)?.[1] ?? url.pathname;
  return { name, value, path, text };
}

// RFC 6265 §5.1.4
function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
