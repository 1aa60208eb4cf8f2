import { withoutForms } from '../../schema/connect/gateway/without-forms.ts';

/** Those of the texts in which no secret stands, in whatever form: a server may tell what it was sent, or sends, anywhere. */
export function withoutSecrets(texts: readonly string[], secrets: readonly string[]): string[] {
  const left = withoutForms(texts, secrets, '');
  return texts.filter((text, index) => text === left[index]);
}
