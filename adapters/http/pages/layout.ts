import { hash } from 'node:crypto';
import { html, type Html } from './html.ts';

const style = `
:root { color-scheme: light dark; --line: #8886; --accent: #1d5fd1; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --accent: #8ab4f8; --wrong: #f2b8b5; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: anywhere; }
pre { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .7rem; white-space: pre-wrap; }
.banner { margin: 0 0 1.5rem; padding: 0 0 .5rem; border-bottom: 1px solid var(--line); opacity: .8; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
.name { font-weight: 600; }
dt { opacity: .8; }
dd { margin: 0 0 .6rem; }
.wrong { color: var(--wrong); font-weight: 600; }
label { display: block; margin: 1rem 0 .25rem; }
input:not([type=radio]) { width: 100%; font: inherit; padding: .6rem .7rem; border: 1px solid var(--line); border-radius: .4rem; }
fieldset { border: 1px solid var(--line); border-radius: .4rem; margin: 1.25rem 0; padding: .5rem 1rem 1rem; }
fieldset label { display: flex; gap: .6rem; margin: .6rem 0 0; }
small { display: block; opacity: .8; }
button { font: inherit; padding: .6rem 1.2rem; margin: 1.25rem .5rem 0 0; border: 1px solid var(--accent); border-radius: .4rem; background: none; color: var(--accent); cursor: pointer; }
button.first { background: var(--accent); color: Canvas; }
button.link { border: 0; margin: 0; padding: 0; text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** A style sheet, as a page contains it and as a Content-Security-Policy names it. */
export interface StyleSheet {
  element: Html;
  source: string;
}

export function styleSheetOf(css: string): StyleSheet {
  return {
    element: { markup: `<style>${css}</style>` },
    source: `'sha256-${hash('sha256', css, 'base64')}'`,
  };
}

const styleSheet = styleSheetOf(style);
/** The style sheet of all pages, as a Content-Security-Policy names it. */
export const styleSource = styleSheet.source;

interface More {
  head?: Html;
  /** The text above the title, empty for none, or the markup there. */
  banner?: string | Html;
}

/** Returns a whole page, without scripts or external resources. */
export function page(
  title: string,
  content: Html,
  { head = html``, banner = 'Sallyport' }: More = {},
): string {
  const marked = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sallyport</title>
        ${styleSheet.element} ${head}
      </head>
      <body>
        <main>
          ${bannerOf(banner)}
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return marked.markup;
}

function bannerOf(banner: string | Html): Html {
  if (typeof banner !== 'string') return banner;
  return banner === '' ? html`` : html`<p class="banner">${banner}</p>`;
}

/**
 * Returns the headers of a page with a form for this server. With `no-referrer`, browsers would send the form
 * without an origin (Fetch §3.2), which the server checks.
 */
export function pageHeaders(): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styleSource}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
