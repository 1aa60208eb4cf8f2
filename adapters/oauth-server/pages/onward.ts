import { html } from '../../http/pages/html.ts';
import { page } from '../../http/pages/layout.ts';

/**
 * A page that leads on by itself. `form-action` binds every redirect that follows a form (CSP3 §6.4.2), and can name neither an
 * address by IPv6 nor where a client's own address leads; it does not bind what a page leads to.
 */
export function onwardPage(next: string): string {
  return page(
    'One moment',
    html`<p>This page continues automatically. <a href="${next}">Continue</a> if it does not.</p>`,
    { head: html`<meta http-equiv="refresh" content="0;url=${next}" />` },
  );
}
