import type { Connector } from '../../../db/models/connector.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { ConnectorType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function connectorFields<Parent extends { connector: Connector }>(t: Fields<Parent>) {
  return { connector: t.field({ type: ConnectorType, resolve: (it) => it.connector }) };
}
