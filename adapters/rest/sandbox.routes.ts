import {
  SandboxEchoDocument,
  SandboxHealthDocument,
  SandboxValidateDocument,
} from '../documents.generated.ts';
import { route } from './route.ts';
import {
  EchoRequest,
  EchoResponse,
  HealthResponse,
  ValidateRequest,
  ValidateResponse,
} from '../http/shapes/sandbox.ts';

const tag = 'Sandbox';

// spec §4, Sandbox API
export const sandboxRoutes = [
  route('POST', '/v1/sandbox/echo', SandboxEchoDocument, {
    credential: 'sandboxKey',
    tag,
    isHot: true,
    summary: 'Echo a message',
    body: EchoRequest,
    answer: EchoResponse,
    variables: ({ body }) => body,
    reply: ({ reference, ...echo }) => (reference === null ? echo : { ...echo, reference }),
  }),
  route('GET', '/v1/sandbox/health', SandboxHealthDocument, {
    credential: 'none',
    tag,
    isHot: true,
    summary: 'Read whether the sandbox works',
    answer: HealthResponse,
    variables: () => ({}),
    reply: (health) => health,
  }),
  route('POST', '/v1/sandbox/validate', SandboxValidateDocument, {
    credential: 'sandboxKey',
    tag,
    isHot: true,
    summary: 'Check an integration payload without executing it',
    body: ValidateRequest,
    answer: ValidateResponse,
    variables: ({ body }) => ({ input: body }),
    reply: (validation) => validation,
  }),
];
