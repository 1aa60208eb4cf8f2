import type { ComponentChildren } from 'preact';
import { useApplications } from '../app/applications.ts';
import { may } from '../app/me.ts';
import { useServedProducts } from '../app/products.ts';
import { FilterChoice, Filters } from '../parts/filter.tsx';
import { Refused } from '../parts/refused.tsx';
import { audiences, type Audience, type Reader } from './reader.ts';

interface ReaderChoiceProps {
  of: Reader;
  onChange: (to: Partial<Reader>) => void;
  children: ComponentChildren;
}

/** For whom the reference is: the person or an application, the workspace, or everyone. */
export function ReaderChoice({ of: reader, onChange, children }: ReaderChoiceProps) {
  const { audience, applicationId, product } = reader;
  const isJudged = audience === 'MINE' && may('api_keys:read');
  const applications = useApplications({ isPaused: !isJudged });
  const products = useServedProducts();
  const names = products.rows ?? [];
  const all = product === '' || names.includes(product) ? names : [product, ...names];
  return (
    <>
      <Filters>
        <FilterChoice
          label="For"
          value={audience}
          options={audiences}
          onChange={(to) => onChange({ audience: to as Audience, applicationId: '' })}
        />
        {isJudged && (
          <FilterChoice
            label="With the keys of"
            all="No application"
            value={applicationId}
            options={(applications.rows ?? []).map(({ id, name }) => [id, name])}
            onChange={(to) => onChange({ applicationId: to })}
          />
        )}
        {audience !== 'PUBLIC' && (
          <FilterChoice
            label="API product"
            all="All, and the server’s API"
            value={product}
            options={all.map((name) => [name, name])}
            onChange={(to) => onChange({ product: to })}
          />
        )}
        {children}
      </Filters>
      {products.refusal && <Refused refusal={products.refusal} again={products.again} />}
      {audience === 'MINE' && !may('api_keys:read') && (
        <p class="quiet">
          Whether the keys of an application may call an operation needs <code>api_keys:read</code>, which
          your role does not have. An owner or administrator can give you a role that has it.
        </p>
      )}
    </>
  );
}
