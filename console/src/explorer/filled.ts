import { textOf } from '../parts/form.tsx';
import { jsonOf } from '../parts/json-of.ts';
import type { DescribedOperation, Media } from '../parts/operation-document.ts';
import { propertiesOf, valuesOf, type Property } from '../parts/properties.ts';

/** The fields of one place of a request. */
export interface Group {
  group: 'path' | 'query' | 'header';
  of: readonly Property[];
}

/** What a form asks for beside the body: what the operation describes, and what every operation takes. */
export interface Groups {
  own: readonly Group[];
  usual: Group;
}

/** The server sets them, so no form asks for them. */
const barred = /^(?:authorization|cookie|host|content-length|connection|sallyport-.*)$/i;

/** Returns what a form asks for, beside the body. */
export function groupsOf({ parameters, body, answers }: DescribedOperation, isBuiltIn: boolean): Groups {
  const at = (place: string) => parameters.filter((it) => it.in === place).map(({ property }) => property);
  const kinds = new Set(
    answers.filter(({ isOfServer }) => !isOfServer).flatMap(({ media }) => media.map(({ type }) => type)),
  );
  const usual = [
    oneOf('Content-Type', body?.media.map(({ type }) => type) ?? []),
    oneOf('Accept', [...kinds]),
    example,
  ];
  return {
    own: [
      { group: 'path', of: at('path') },
      { group: 'query', of: at('query') },
      { group: 'header', of: at('header').filter(({ name }) => !barred.test(name)) },
    ],
    usual: { group: 'header', of: isBuiltIn ? [] : usual.filter((it) => it !== null) },
  };
}

const example: Property = {
  name: 'X-Sandbox-Example',
  kind: 'text',
  isRequired: false,
  hint: 'The name of an example in the description, to get it as the answer.',
  values: [],
};

function oneOf(name: string, values: readonly string[]): Property | null {
  return values.length < 2 ? null : { name, kind: 'choice', isRequired: false, hint: undefined, values };
}

/** Returns the media type whose schema the form follows; null if the operation takes no body. */
export function mediaOf({ body }: DescribedOperation): Media | null {
  return body?.media.find(({ type }) => /[/+]json$/.test(type)) ?? body?.media[0] ?? null;
}

/** Returns the parts of the call that the form filled in. Throws a Refusal for text that is no JSON. */
export function filledIn(form: FormData, operation: DescribedOperation, { own, usual }: Groups) {
  const [path, query, header] = own.map(({ group, of }) => valuesOf(form, group, of));
  const headers = { ...header, ...valuesOf(form, usual.group, usual.of) };
  const body = bodyIn(form, operation);
  return { parameters: { path, query }, headers, ...(body !== undefined && { body }) };
}

function bodyIn(form: FormData, operation: DescribedOperation): unknown {
  const media = mediaOf(operation);
  if (!media) return undefined;
  if (form.has('body')) return /json|form/.test(media.type) ? jsonOf(form, 'body') : textOf(form, 'body');
  const values = valuesOf(form, 'body', propertiesOf(media.schema, operation.schemas));
  return Object.keys(values).length === 0 && !operation.body?.isRequired ? undefined : values;
}
