// `npm run seed`: creates a demo workspace with every role on the server of BASE_URL. Existing data stays.
import { roles, type Role } from '../db/models/member.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { decides } from '../schema/identity/member/rules.ts';
import { assertKnown } from './arguments.ts';
import { createClient, isServerAt, itemsOf, textAt, type Answer, type Call } from './client.ts';
import { tokenMailedTo } from './mailbox.ts';
import { shopDocument } from './shop-document.ts';

const password = 'sallyport-demo';
const emailOf = (role: Role) => `${role.toLowerCase().replaceAll('_', '-')}@demo.example`;
const nameOf = (role: Role) => `Demo ${role.toLowerCase().replaceAll('_', ' ')}`;

// oxfmt-ignore: a table
const applications = [
  { name: 'Checkout', isSuspended: false, key: { name: 'ci', scopes: ['read', 'write'] } },
  { name: 'Inventory', isSuspended: false, key: { name: 'dashboard', scopes: ['read'] } },
  { name: 'Old storefront', isSuspended: true, key: { name: 'webshop', scopes: ['write'] } },
];

const products = [
  { slug: 'shop', name: 'Shop', upstream: null },
  { slug: 'orders', name: 'Orders', upstream: { url: 'https://orders.example.com/v1' } },
];

interface Session {
  as: string;
  personId: string;
}

const { baseUrl, dataDir } = loadConfig(environment());
const send = createClient({
  onWait: (seconds) => console.log(`A limit was met; the server asks to wait ${seconds} s.`),
});
const secrets: { application: string; key: string; scopes: string; secret: string }[] = [];
let made = 0;
let patience: number | undefined;

try {
  assertKnown('seed', ['--anywhere']);
  if (!(await isServerAt(baseUrl)))
    throw new Error(
      `No server answers at ${baseUrl}. Start one with \`npm start\`, or name another with BASE_URL.`,
    );
  if (!process.argv.includes('--anywhere') && !(await isDevelopmentServer()))
    throw new Error(
      `The server at ${baseUrl} runs in production, but the seed creates accounts with a publicly known password. ` +
        'Name a development server with BASE_URL, or run `npm run seed -- --anywhere`.',
    );
  const owner = await session('OWNER');
  const workspaceId = textAt(await call(owner, 'GET', '/api/console/workspace'), 'id');
  if (made > 0) await proveAddress('OWNER');
  await seedMembers(owner, workspaceId);
  await seedApplications(owner);
  await seedProducts(owner);
  await call(owner, 'POST', '/api/auth/sign-out');
  report(workspaceId, (await fetch(`${baseUrl}/console`)).ok);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

// GraphiQL is served only in development.
async function isDevelopmentServer(): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/graphql`, { headers: { accept: 'text/html' } });
  return answer.status === 200;
}

/** Signs up, or signs in if the account exists. */
async function session(role: Role): Promise<Session> {
  const account = { email: emailOf(role), password };
  const profile = { name: nameOf(role), workspaceName: role === 'OWNER' ? 'Demo' : nameOf(role) };
  let answer = await send('POST', `${baseUrl}/api/auth/sign-up`, { body: { ...account, ...profile } });
  if (answer.status === 201) made += 1;
  if (answer.status === 202)
    throw new Error(
      `The server at ${baseUrl} sends mail by SMTP, so ${account.email} would have to be verified first. Seed a server without SMTP_URL.`,
    );
  if (answer.status === 409) answer = await send('POST', `${baseUrl}/api/auth/sign-in`, { body: account });
  if (answer.status === 401)
    throw new Error(
      `${account.email} has an account with another password than the seed's, so the seed does nothing with it. ` +
        'Seed another server, or one with another DATA_DIR.',
    );
  const grant = bodyOf(answer, `Signing in as ${account.email}`);
  return { as: textAt(grant, 'accessToken'), personId: textAt(grant, 'person.id') };
}

/** Proves the address with the mail from the sign-up: only people with a proved address decide requests. */
async function proveAddress(role: Role): Promise<void> {
  const token = await tokenMailedTo(dataDir, emailOf(role), 'tok_verify', patience);
  // The server probably stores its mails elsewhere, so the others are not awaited.
  if (!token) patience = 0;
  if (token) await send('POST', `${baseUrl}/api/auth/verify-email`, { body: { token } });
  else
    console.log(
      `No mail to ${emailOf(role)} arrived in ${dataDir}/mail, so this account cannot decide requests yet.`,
    );
}

async function seedMembers(owner: Session, workspaceId: string): Promise<void> {
  const present = await listOf(owner, '/api/console/members');
  const emails = new Set(present.map((member) => textAt(member, 'person.email')));
  for (const role of roles.filter((it) => !emails.has(emailOf(it)))) {
    const person = await session(role);
    const body = { personId: person.personId, role };
    await create(owner, '/api/console/members', body);
    await call(person, 'POST', `/api/developer-portal/workspaces/${workspaceId}/confirm`);
    if (decides(role)) await proveAddress(role);
    await call(person, 'POST', '/api/auth/sign-out');
  }
}

async function seedApplications(owner: Session): Promise<void> {
  const present = await listOf(owner, '/api/console/applications');
  const names = new Set(present.map((application) => textAt(application, 'name')));
  for (const { name, isSuspended, key } of applications.filter((it) => !names.has(it.name))) {
    const id = textAt(await create(owner, '/api/console/applications', { name }), 'id');
    const path = `/api/console/applications/${id}`;
    const shown = await create(owner, `${path}/keys`, { ...key, environment: 'SANDBOX' });
    const secret = textAt(shown, 'secret');
    secrets.push({ application: name, key: key.name, scopes: key.scopes.join(', '), secret });
    if (isSuspended) await call(owner, 'POST', `${path}/suspend`, { reason: 'Suspended as an example.' });
  }
}

async function seedProducts(owner: Session): Promise<void> {
  const present = await listOf(owner, '/api/console/products');
  const slugs = new Set(present.map((product) => textAt(product, 'slug')));
  const users = await listOf(owner, '/api/console/applications');
  for (const { slug, name, upstream } of products.filter((it) => !slugs.has(it.slug))) {
    const productId = textAt(await create(owner, '/api/console/products', { slug, name }), 'id');
    const path = `/api/console/products/${productId}/versions`;
    const document = JSON.stringify(shopDocument);
    const version = await create(owner, path, { document, ...(upstream && { upstream }) });
    await call(owner, 'POST', `${path}/${textAt(version, 'id')}/publish`);
    for (const application of users.filter((it) => textAt(it, 'status') === 'ACTIVE'))
      await create(owner, `/api/console/applications/${textAt(application, 'id')}/assignments`, {
        productId,
        major: 1,
      });
    // A request that the APPROVER finds.
    if (upstream) await call(owner, 'POST', `${path}/${textAt(version, 'id')}/activate`);
  }
}

async function create(caller: Session, path: string, body: unknown): Promise<unknown> {
  made += 1;
  return await call(caller, 'POST', path, body);
}

async function listOf(caller: Session, path: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await call(caller, 'GET', cursor === null ? path : `${path}?cursor=${cursor}`);
    items.push(...itemsOf(page));
    if (!(page as { page: { hasMore: boolean } }).page.hasMore) return items;
    cursor = textAt(page, 'page.nextCursor');
  }
}

async function call({ as }: Session, method: string, path: string, body?: unknown): Promise<unknown> {
  const request: Call = body === undefined ? { as } : { as, body };
  return bodyOf(await send(method, baseUrl + path, request), `${method} ${path}`);
}

function bodyOf({ status, body }: Answer, what: string): unknown {
  if (status < 300) return body;
  throw new Error(`${what} was answered with ${status}: ${JSON.stringify(body)}`);
}

function report(workspaceId: string, hasConsole: boolean): void {
  console.log(
    made === 0
      ? `The demo workspace already exists at ${baseUrl}; nothing was changed. Its keys' secrets were shown when ` +
          'they were created; rotate a key for a new one.'
      : `The demo workspace is ready at ${baseUrl}.`,
  );
  console.log('It is for experiments: its password is public, so store nothing real in it.\n');
  table(roles.map((role) => ({ 'e-mail': emailOf(role), role, password })));
  if (hasConsole)
    console.log(
      `\nThe console is at ${baseUrl}/console: sign in with one of these addresses and its password.`,
    );
  console.log(
    '\nEveryone but the owner also has their own workspace, which is the oldest and thus the default. To use ' +
      `the demo workspace, send\n  X-Workspace-Id: ${workspaceId}\nWithout the header, a call uses the caller's ` +
      `own workspace. With the \`accessToken\` from the first answer:\n\n${exampleOf(workspaceId)}`,
  );
  if (secrets.length > 0) console.log('\nThe sandbox keys; each secret is shown only once.\n');
  table(secrets);
  console.log(
    '\nThe active applications may call the API products shop and orders, with the secret of a sandbox key:\n\n' +
      `  curl ${baseUrl}/v1/sandbox/products/shop/v1/orders -H 'Authorization: Bearer <secret>'`,
  );
}

function exampleOf(workspaceId: string): string {
  const account = JSON.stringify({ email: emailOf('APPROVER'), password });
  return [
    `  curl -X POST ${baseUrl}/api/auth/sign-in -H 'Content-Type: application/json' -d '${account}'`,
    `  curl ${baseUrl}/api/console/approvals -H 'Authorization: Bearer <accessToken>' -H 'X-Workspace-Id: ${workspaceId}'`,
  ].join('\n');
}

function table(rows: Record<string, string>[]): void {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const width = (name: string) => Math.max(name.length, ...rows.map((row) => row[name]?.length ?? 0));
  const line = (cells: (name: string) => string) =>
    console.log(`  ${names.map((name) => cells(name).padEnd(width(name))).join('  ')}`.trimEnd());
  line((name) => name);
  line((name) => '-'.repeat(width(name)));
  for (const row of rows) line((name) => row[name] ?? '');
}
