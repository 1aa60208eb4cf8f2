import { randomBytes } from 'node:crypto';

export type AccountOf = (name: string, workspaceName: string) => Record<string, string>;

/** Creates sign-up requests whose addresses no earlier run of the demo has used. */
export function createAccounts(): AccountOf {
  const run = randomBytes(3).toString('hex');
  return (name, workspaceName) => ({
    email: `${name.toLowerCase()}-${run}@demo.example`,
    password: `correct horse ${run}`,
    name,
    workspaceName,
  });
}
