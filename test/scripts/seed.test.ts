import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { roles, type Role } from '../../db/models/member.ts';
import { Person } from '../../db/models/person.ts';
import { createClient } from '../../scripts/client.ts';
import { sendMails } from '../../schema/records/mail/send.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { atEnd } from '../support/at-end.ts';
import { runScript, type Ended } from '../support/script.ts';

const t = await testApp();
/** Listens and sends mails like the job; returns the settings with which the seed finds both. */
async function served({ app, ports, config }: TestApp): Promise<{ BASE_URL: string; DATA_DIR: string }> {
  const mailing = setInterval(() => void sendMails(ports), 100);
  atEnd(() => clearInterval(mailing));
  return { BASE_URL: await app.listen({ port: 0, host: '127.0.0.1' }), DATA_DIR: config.dataDir };
}

const env = await served(t);
const address = env.BASE_URL;
const seed = async (): Promise<Ended> => await runScript('seed', { env });
const first = await seed();
const workspace = /X-Workspace-Id: (ws_\w+)/.exec(first.stdout)?.[1];

describe('npm run seed', () => {
  it('reports that the workspace is ready, and that it is for experiments', () => {
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(first.stdout).toContain(`The demo workspace is ready at ${address}.`);
    expect(first.stdout).toContain('It is for experiments: its password is public');
    expect(first.stdout).not.toContain('No mail to');
    expect(first.stdout).toContain('/v1/sandbox/products/shop/v1/orders');
  });

  it('prints a call with the header, which works unchanged', async () => {
    const [, url = '', header] = /curl (\S+) .* -H '(X-Workspace-Id: \w+)'/.exec(first.stdout) ?? [];

    const answer = await t.rest('GET', new URL(url).pathname, { as: await signIn('APPROVER'), workspace });

    expect(header).toBe(`X-Workspace-Id: ${workspace}`);
    expect(answer.status).toBe(200);
  });

  it.each(roles)('prints the sign-in of %s, who has that role in the workspace', async (role) => {
    const as = await signIn(role);

    const me = await t.rest('GET', '/api/developer-portal/me', { as, workspace });

    expect(me).toMatchObject({ status: 200, body: { workspace: { id: workspace }, member: { role } } });
  });

  it('publishes two products, one with an upstream and a request to make it live', async () => {
    const as = await signIn('OWNER');
    const products = await t.rest('GET', '/api/console/products', { as });
    const approvals = await t.rest('GET', '/api/console/approvals?status=PENDING', { as });

    expect(products.body.data).toMatchObject([{ slug: 'shop' }, { slug: 'orders' }]);
    expect(approvals.body.data).toMatchObject([{ kind: 'API_PRODUCT_ACTIVATION' }]);
  });

  it('creates three applications with a key each, one of them suspended', async () => {
    const applications = await t.rest('GET', '/api/console/applications', { as: await signIn('OWNER') });

    expect(applications.body.data).toMatchObject([
      { name: 'Checkout', status: 'ACTIVE' },
      { name: 'Inventory', status: 'ACTIVE' },
      { name: 'Old storefront', status: 'SUSPENDED' },
    ]);
    expect(await echo('Checkout')).toMatchObject({ status: 200 });
    expect(await echo('Inventory')).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(await echo('Old storefront')).toMatchObject({
      status: 401,
      body: { code: 'application_suspended' },
    });
  });

  it('changes nothing on a second run, and reports that the workspace exists', async () => {
    const before = await headHash();

    const { code, stdout } = await seed();

    expect(code).toBe(0);
    expect(stdout).toContain(`The demo workspace already exists at ${address}; nothing was changed.`);
    expect(stdout).toContain(`X-Workspace-Id: ${workspace}`);
    expect(await headHash()).toBe(before);
  });

  it('rejects an account of the same name with another password', async () => {
    const as = await signIn('OWNER');
    const body = { currentPassword: 'sallyport-demo', newPassword: 'something else' };
    await t.rest('POST', '/api/auth/change-password', { as, body });

    const { code, stderr } = await seed();

    expect(code).toBe(1);
    expect(stderr).toContain('owner@demo.example has an account with another password than the seed');
  });

  it('creates no public accounts on a server in production, unless --anywhere is given', async () => {
    const production = await testApp({ SALLYPORT_ENV: 'production' });
    const elsewhere = await served(production);

    const refused = await runScript('seed', { env: elsewhere });
    const people = await Person.query(production.ports.database.knex).resultSize();
    const told = await runScript('seed', { env: elsewhere, args: ['--anywhere'] });

    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('runs in production');
    expect(people).toBe(0);
    expect(told).toMatchObject({ code: 0, stderr: '' });
  });

  it('explains what to do if no server answers', async () => {
    const { code, stderr } = await runScript('seed', { env: { BASE_URL: 'http://127.0.0.1:1' } });

    expect(code).toBe(1);
    expect(stderr).toBe(
      'No server answers at http://127.0.0.1:1. Start one with `npm start`, or name another with BASE_URL.\n',
    );
  });
});

describe('the client of the scripts', () => {
  const answers = [429, 200];
  const limited = createServer((_request, response) => {
    response.writeHead(answers.shift() ?? 500, { 'retry-after': '1' }).end('{}');
  });
  afterAll(() => limited.close());

  it('sends the request again when the rate limit allows it', async () => {
    await once(limited.listen(0, '127.0.0.1'), 'listening');
    const { port } = limited.address() as AddressInfo;
    const waits: number[] = [];
    const send = createClient({ onWait: (seconds) => waits.push(seconds) });
    const start = performance.now();

    const answer = await send('GET', `http://127.0.0.1:${port}/`);

    expect(answer.status).toBe(200);
    expect(waits).toEqual([1]);
    expect(performance.now() - start).toBeGreaterThan(990);
  });
});

async function signIn(role: Role): Promise<string> {
  const [, email, password] = new RegExp(`^ +(\\S+@\\S+) +${role} +(\\S+)$`, 'm').exec(first.stdout) ?? [];
  const answer = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return answer.body.accessToken;
}

async function echo(application: string) {
  const secret = new RegExp(`^ +${application} .* (ak_sandbox_\\w+)$`, 'm').exec(first.stdout)?.[1];
  return await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hello' } });
}

async function headHash(): Promise<string> {
  const as = await signIn('OWNER');
  return (await t.rest('GET', '/api/console/audit/verify', { as })).body.headHash;
}
