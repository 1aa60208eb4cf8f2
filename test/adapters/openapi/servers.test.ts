import { describe, expect, it } from 'vitest';
import { documentOf, read } from '../../support/descriptions.ts';

const schemes = { oauth2: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '', scopes: {} } } } };

function headOf(url: string, variables: object = {}) {
  const { head, findings } = read(documentOf({ servers: [{ url, variables }] }));
  return {
    servers: head.servers.map((server) => server.url),
    proposals: head.baseUrlProposals,
    codes: findings.map(({ code }) => code),
    messages: findings.map(({ message }) => message),
  };
}

describe('a server per account', () => {
  it.each([
    ['https://your-domain.atlassian.net', 'https://*.atlassian.net'],
    ['https://yourcompany.zendesk.com/api/v2', 'https://*.zendesk.com/api/v2'],
    ['https://{tenant}.example.com', 'https://*.example.com'],
    ['https://<subdomain>.example.com/v1', 'https://*.example.com/v1'],
    ['https://{tenant}-api.example.com', 'https://*-api.example.com'],
    ['https://api.example.com/{account}/v1', 'https://api.example.com/*/v1'],
  ])('%s cannot be called, and %s is proposed', (url, pattern) => {
    const { servers, proposals, codes, messages } = headOf(url);

    expect({ servers, proposals, codes }).toEqual({
      servers: [],
      proposals: [pattern],
      codes: ['server_per_account'],
    });
    expect(messages[0]).toContain(pattern);
  });

  it('keeps the default of a variable unless it is a placeholder', () => {
    const variables = { tenant: { default: 'tenant' }, basePath: { default: 'api/v2' } };

    expect(headOf('https://{tenant}.example.com/{basePath}', variables)).toMatchObject({
      servers: [],
      proposals: ['https://*.example.com/api/v2'],
    });
    expect(headOf('https://{region}.example.com', { region: { default: 'us' } })).toMatchObject({
      servers: ['https://us.example.com'],
      proposals: ['https://*.example.com'],
    });
  });

  it('has each value of an enumerated variable, and no pattern', () => {
    const variables = { region: { enum: ['eu', 'us', 'ap'], default: 'us' } };

    expect(headOf('https://{region}.example.com', variables)).toMatchObject({
      servers: ['https://us.example.com', 'https://eu.example.com', 'https://ap.example.com'],
      proposals: [],
      codes: [],
    });
  });

  it.each(['https://{host}/api', 'https://{shop}.myshopify.com', 'https://{a}{b}.example.com'])(
    'is not proposed if any customer could own a matching host: %s',
    (url) => {
      expect(headOf(url)).toMatchObject({ servers: [], proposals: [], codes: ['server_per_account'] });
    },
  );

  it.each(['https://my.example.com', 'https://api.example.com/v1', 'https://example.com'])(
    'is not assumed for a name that may be the provider’s own: %s',
    (url) => {
      expect(headOf(url)).toMatchObject({ servers: [url], proposals: [], codes: [] });
    },
  );

  const at = (tokenUrl: string) => {
    const flows = { clientCredentials: { tokenUrl, scopes: {} } };
    const { head } = read(
      documentOf({
        servers: [{ url: 'https://{tenant}.example.com/api' }],
        components: { securitySchemes: { oauth: { ...schemes.oauth2, flows } } },
      }),
    );
    return head.schemes[0];
  };

  it.each([
    ['https://{tenant}.example.com/oauth/token', '/oauth/token'],
    ['/oauth/token?a=b', '/oauth/token?a=b'],
    ['https://login.example.com/token', 'https://login.example.com/token'],
  ])('may have its own OAuth endpoints: %s becomes %s', (tokenUrl, told) => {
    expect(at(tokenUrl)).toMatchObject({ flows: [{ tokenUrl: told }] });
  });

  it.each(['https://{tenant}.example.com//evil.example/token', '//evil.example', '/{tenant}/token'])(
    'does not send OAuth to another host: %s is omitted',
    (tokenUrl) => {
      expect(at(tokenUrl)).toBeUndefined();
    },
  );

  it.each([
    ['https://{tenant}.example.com/files', '/files'],
    ['https://{tenant}.example.com', '/'],
    ['https://uploads.example.com/v1', 'https://uploads.example.com/v1'],
  ])('may have operations with separate servers: %s becomes %s', (url, server) => {
    const { capabilities } = read(
      documentOf({
        servers: [{ url: 'https://{tenant}.example.com/api' }],
        paths: { '/a': { get: { servers: [{ url }] } } },
      }),
    );

    expect(capabilities[0]?.request.server).toBe(server);
  });
});
