import { contentSecurityPolicy } from '../../security-headers.ts';
import { styleSource } from '../layout.ts';
import { styleSheet } from './style.ts';

const nothing = ["'none'"];
const self = ["'self'"];
const plain = {
  defaultSrc: nothing,
  styleSrc: [styleSource, styleSheet.source],
  formAction: self,
  baseUri: nothing,
  frameAncestors: nothing,
};

/** The headers of a page without a script. */
export const pageWithoutScript = contentSecurityPolicy(plain);
/** The headers of a page whose script fetches from this server. */
export const pageWithScript = contentSecurityPolicy({ ...plain, scriptSrc: self, connectSrc: self });
