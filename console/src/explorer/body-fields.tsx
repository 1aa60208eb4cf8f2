import { Area } from '../parts/field.tsx';
import { FormOrJson } from '../parts/form-or-json.tsx';
import type { DescribedOperation } from '../parts/operation-document.ts';
import { propertiesOf } from '../parts/properties.ts';
import type { Refusal } from '../parts/refusal.ts';
import { sampleOf } from '../parts/sample.ts';
import { mediaOf } from './filled.ts';

interface BodyFieldsProps {
  of: DescribedOperation;
  isRaw: boolean;
  setRaw: (isRaw: boolean) => void;
  refusal: Refusal | null;
}

/** The body of a call: a field for each property, or the text as a whole. */
export function BodyFields({ of: operation, isRaw, setRaw, refusal }: BodyFieldsProps) {
  const media = mediaOf(operation);
  if (!media) return null;
  const properties = propertiesOf(media.schema, operation.schemas);
  const isText = !/json|form/.test(media.type);
  const isOptional = !operation.body?.isRequired;
  const sample = media.example ?? sampleOf(media.schema, operation.schemas);
  const json = isText ? '' : JSON.stringify(sample, null, 2);
  if (properties.length === 0)
    return (
      <Area label="Body" name="body" rows={8} value={json} hint={media.type} {...{ isOptional, refusal }} />
    );
  return (
    <FormOrJson label="Body" group="body" of={properties} {...{ json, isOptional, isRaw, setRaw, refusal }} />
  );
}
