import type { ProductActivationStatus } from '../../../db/models/product-activation.ts';
import { machine } from '../../values/machine.ts';

export const activationMoves = machine<ProductActivationStatus, 'end'>(
  'activation',
  { commands: { end: 'ended' } },
  { ACTIVE: { end: 'ENDED' }, ENDED: {} },
);
