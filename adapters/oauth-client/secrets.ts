import { withoutForms } from '../../schema/connect/gateway/without-forms.ts';

/** Returns the texts without any form of the secrets: a server may repeat a secret anywhere. */
export function withoutSecrets(texts: readonly string[], secrets: readonly string[]): string[] {
  const left = withoutForms(texts, secrets, '');
  return texts.filter((text, index) => text === left[index]);
}
