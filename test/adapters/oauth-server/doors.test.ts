import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { atPages, atPresent, authorizationUrl } from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { cast } from '../../support/people.ts';
import { visitorOf } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { baseUrl } = t.config;
atPresent(t);
const place = await cast(t);
const host = await documentHost();
const client = host.describe('/client.json');
const asked = authorizationUrl({ client, more: { response_mode: 'form_post' } });

describe('the authorization endpoint', () => {
  it.each(['/oauth/auth/', '/oauth/auth//', '/oauth/auth/%20', '/oauth/%61uth/'])(
    'has a single path: %s is not found',
    async (path) => {
      const { status, headers } = await t.rest('GET', asked.replace('/oauth/auth', path));

      expect(status).toBe(404);
      expect(headers).not.toHaveProperty('set-cookie');
    },
  );

  it.each(['/oauth/auth', '/oauth/auth/a-name'])('starts nothing for HEAD: %s', async (path) => {
    const { status, headers } = await t.rest('HEAD', asked.replace('/oauth/auth', path));

    expect([status, headers['allow']]).toEqual([405, 'GET']);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('is the same with an encoded path', async () => {
    const { elsewhere } = await visitorOf(t, baseUrl).open(asked.replace('/auth', '/%61uth'));

    expect(elsewhere?.searchParams.get('error')).toBe('unsupported_response_mode');
  });

  it.each(['', ' ', '  '])('treats an empty scope as the default: %j', async (scope) => {
    const page = await atPages(visitorOf(t, baseUrl), place.owner).toConsent({ client, more: { scope } });

    expect(page.html).toContain('Find and read with the tools');
  });
});
