import { html } from '../../http/pages/html.ts';
import { page } from '../../http/pages/layout.ts';

/**
 * Returns a page that redirects automatically. `form-action` applies to every redirect after a form (CSP3
 * §6.4.2), but not to a page's own. It can name neither IPv6 addresses nor a client's targets.
 */
export function onwardPage(next: string): string {
  return page(
    'One moment',
    html`<p>This page continues automatically. <a href="${next}">Continue</a> if it does not.</p>`,
    { head: html`<meta http-equiv="refresh" content="0;url=${next}" />` },
  );
}
