import type { Connection } from '../../../db/models/connection.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { ProviderConnectionType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function connectionFields<Parent extends { connection: Connection }>(t: Fields<Parent>) {
  return {
    connection: t.field({ type: ProviderConnectionType, resolve: (it) => it.connection }),
  };
}
