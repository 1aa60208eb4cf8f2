// node examples/ci-job/job.mjs <origin> <credential id> <private key file> <application id>
import { authenticate } from './authenticate.mjs';

const [origin, credential, keyFile, application] = process.argv.slice(2);
const token = await authenticate(origin, credential, keyFile);
const keys = `/api/console/applications/${application}/keys`;
const build = process.env.BUILD_NUMBER ?? String(Date.now());

const { id, secret } = await post(keys, token, {
  name: `build ${build}`,
  environment: 'SANDBOX',
  scopes: ['write'],
});
try {
  const { message } = await post('/v1/sandbox/echo', secret, {
    message: 'hello',
    reference: `build-${build}`,
  });
  console.log(`The sandbox answered: ${message}`);
} finally {
  await post(`${keys}/${id}/revoke`, token);
  console.log('The key of this build is revoked.');
}

async function post(path, credentials, body) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}
