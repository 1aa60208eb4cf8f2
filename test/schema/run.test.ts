import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { somebody } from '../support/people.ts';

const t = await testApp({ GRAPHQL_MAX_DEPTH: '1', GRAPHQL_MAX_COST: '1', GRAPHQL_MAX_BREADTH: '1' });

describe('the limits of operations', () => {
  it('apply to documents of clients, and never to those of the REST paths', async () => {
    const person = await somebody(t);

    const rest = await t.rest('GET', '/api/developer-portal/me', { as: person });
    const graphql = await t.graphql('{ me { person { name } memberships { name } } }', {}, { as: person });

    expect(rest.status).toBe(200);
    expect(graphql.body.errors[0].extensions).toMatchObject({ code: 'invalid_request', status: 400 });
  });
});
