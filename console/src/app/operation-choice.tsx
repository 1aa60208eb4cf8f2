import { useEffect } from 'preact/hooks';
import { Choice } from '../parts/field.tsx';
import { Refused } from '../parts/refused.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { builtInProduct, useProductOperations, useServedProducts, type OperationRow } from './products.ts';

export interface ChosenOperation {
  /** Such as `shop@v1`; empty before the products are here. */
  product: string;
  /** The id in the product; empty before the operations are here. */
  operation: string;
}

interface OperationChoiceProps {
  of: ChosenOperation;
  onChange: (to: ChosenOperation) => void;
  /** Whether `sandbox@v1` is one of the products. */
  hasBuiltIn?: boolean;
  /** Which operations can be chosen. */
  fits?: (operation: OperationRow) => boolean;
  refusal?: Refusal | null;
}

/** The choice of a product, and of one of its operations. The first ones are chosen until the person chooses. */
export function OperationChoice(props: OperationChoiceProps) {
  const { of, onChange, hasBuiltIn = false, fits = () => true, refusal } = props;
  const served = useServedProducts();
  const operations = useProductOperations(of.product);
  const products = served.rows && [...served.rows, ...(hasBuiltIn ? [builtInProduct] : [])];
  const rows = operations.rows?.filter(fits);
  const [product = ''] = products ?? [];
  const [first] = rows ?? [];
  useEffect(() => {
    if (of.product === '' && product !== '') onChange({ product, operation: '' });
    else if (of.operation === '' && first) onChange({ product: of.product, operation: first.id });
  });
  return (
    <>
      <Choice
        label="API product"
        name="product"
        value={of.product}
        options={optionsOf(products ?? [], of.product)}
        onChange={(to) => onChange({ product: to, operation: '' })}
        refusal={refusal}
      />
      {served.refusal && <Refused refusal={served.refusal} again={served.again} />}
      <Choice
        label="Operation"
        name="operationId"
        value={of.operation}
        options={(rows ?? []).map((it) => [it.id, `${it.method} ${it.path} (${it.id})`])}
        onChange={(operation) => onChange({ ...of, operation })}
        refusal={refusal}
      />
      {operations.refusal && <Refused refusal={operations.refusal} again={operations.again} />}
    </>
  );
}

// A link may name a product that is not served anymore.
function optionsOf(products: readonly string[], chosen: string): [string, string][] {
  const all = chosen === '' || products.includes(chosen) ? products : [chosen, ...products];
  return all.map((name) => [name, name === builtInProduct ? `${name} (every application has it)` : name]);
}
