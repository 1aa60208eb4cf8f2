// node examples/ci-job/token.mjs <origin> <credential id> <private key file>
import { authenticate } from './authenticate.mjs';

const [origin, credential, keyFile] = process.argv.slice(2);
console.log(await authenticate(origin, credential, keyFile));
