const maxHops = 20;

/** Follows redirects like a browser, with cookies, until `home`; returns the query of that URL. */
export async function browse(url: URL, home: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let hops = 0; hops < maxHops; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) keep(cookies, set);
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The way ended with ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at);
    if (`${at.origin}${at.pathname}` === home) return at.searchParams;
  }
  throw new Error(`The way did not end within ${maxHops} redirects.`);
}

function keep(cookies: Map<string, string>, set: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
}
