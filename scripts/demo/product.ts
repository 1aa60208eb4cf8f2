import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { itemsOf, textAt } from '../client.ts';
import { shopDocument } from '../shop-document.ts';
import { say, type TakeStep } from './transcript.ts';

interface Stage {
  as: string;
  /** The access token of an administrator who decides. */
  another: string;
  workspace: string;
}

/** A product from its description to a live call: assigned, explored, proved, approved, and passed on. */
export async function bringProductLive(step: TakeStep, { as, another, workspace }: Stage): Promise<void> {
  await using shop = await startShop();
  say('\nThe workspace has an API, too: a small shop, which the demo starts on this machine.');
  const product = await step('Ada makes a product of it.', 'POST /api/console/products', {
    as,
    body: { slug: 'shop', name: 'Shop' },
    expect: 201,
    show: ['id', 'slug', 'status'],
  });
  const versions = `/api/console/products/${textAt(product, 'id')}/versions`;
  const version = await step('Its first version is an OpenAPI document.', `POST ${versions}`, {
    as,
    body: { document: JSON.stringify(shopDocument), upstream: { url: shop.url } },
    expect: 201,
    show: ['id', 'major', 'number', 'status', 'operations', 'findings', 'upstream'],
    note: 'The server makes a sample of each answer. Live calls will go to `upstream`.',
  });
  const versionPath = `${versions}/${textAt(version, 'id')}`;
  await step('She publishes it. From now on it never changes.', `POST ${versionPath}/publish`, {
    as,
    expect: 200,
    show: ['status', 'digest'],
  });

  const created = await step('Another application shall use it.', 'POST /api/console/applications', {
    as,
    body: { name: 'Storefront' },
    expect: 201,
    show: ['id', 'name'],
  });
  const application = `/api/console/applications/${textAt(created, 'id')}`;
  await step('The sandbox runs it for the application immediately.', `POST ${application}/assignments`, {
    as,
    body: { productId: textAt(product, 'id'), major: 1 },
    expect: 201,
    show: ['product', 'major', 'environment', 'status'],
  });
  const key = await step('It needs a sandbox key.', `POST ${application}/keys`, {
    as,
    body: { name: 'ci', environment: 'SANDBOX', scopes: ['read', 'write'] },
    expect: 201,
    show: ['id', 'secret'],
  });
  await step(
    'The program orders something, and asks for a receipt.',
    'POST /v1/sandbox/products/shop/v1/orders',
    {
      as: textAt(key, 'secret'),
      headers: { 'x-sandbox-receipt': '1' },
      body: { item: 'A pot of tea' },
      expect: 201,
      note: 'The sandbox remembers the order. The header `Sallyport-Receipt` contains the receipt.',
    },
  );
  const explored = await step(
    'Ada explores the list in the console. The server acts as the key, and does not show it.',
    `POST ${application}/explorer/shop@v1/listOrders`,
    { as, body: { keyId: textAt(key, 'id') }, expect: 200 },
  );
  await step(
    'Anyone can verify the receipt. It says what was tested, and grants nothing.',
    'POST /v1/receipts/verify',
    {
      body: { receipt: textAt(explored, 'receipt') },
      expect: 200,
      show: ['valid', 'claims.operationId', 'claims.conformance', 'claims.grants', 'stillCurrent'],
    },
  );

  const receipts = await step(
    'The receipts of the application are evidence.',
    `GET ${application}/receipts`,
    {
      as,
      expect: 200,
      show: ['id', 'operationId', 'conformance', 'via'],
    },
  );
  const access = await step(
    'Ada requests production access to the product.',
    `POST ${application}/production-access/requests`,
    {
      as,
      body: {
        useCase: 'Takes the orders of our own web shop, about a hundred a day.',
        dataCategories: ['orders'],
        expectedVolume: '100 a day',
        securityContact: 'security@example.com',
        requestedProducts: ['shop@v1'],
        evidenceReceiptIds: itemsOf(receipts).map((receipt) => textAt(receipt, 'id')),
      },
      expect: 201,
      show: ['status', 'requestedProducts', 'coverage', 'approvalRequest'],
      note: 'Grace sees the coverage. It decides nothing.',
    },
  );
  const byGrace = { as: another, workspace };
  const approve = async (why: string, request: unknown, at: string) =>
    await step(why, `POST /api/console/approvals/${textAt(request, `${at}id`)}/approve`, {
      ...byGrace,
      body: { subjectDigest: textAt(request, `${at}subjectDigest`), comment: 'Well tested.' },
      expect: 200,
      show: ['kind', 'status', 'summary'],
    });
  await approve('Grace approves it, which assigns the product for live calls.', access, 'approvalRequest.');
  const asked = await step('Ada asks to make the version live.', `POST ${versionPath}/activate`, {
    as,
    expect: 201,
    show: ['id', 'kind', 'status', 'summary', 'subjectDigest'],
  });
  await approve('Grace approves that, too. She did not work on the version.', asked, '');

  const live = await step('Now a live key works.', `POST ${application}/keys`, {
    as,
    body: { name: 'production', environment: 'LIVE', scopes: ['read'] },
    expect: 201,
    show: ['id', 'environment', 'secret'],
  });
  await step('A live call goes through the server to the shop.', 'GET /v1/products/shop/v1/orders', {
    as: textAt(live, 'secret'),
    expect: 200,
    note: 'The shop receives `Sallyport-Assertion`, which says who calls, and not the key.',
  });
}

interface Shop extends AsyncDisposable {
  url: string;
}

async function startShop(): Promise<Shop> {
  const server = createServer((_request, response) => {
    const orders = [{ id: 'o-17', item: 'A pot of tea', copies: 2 }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(orders));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
