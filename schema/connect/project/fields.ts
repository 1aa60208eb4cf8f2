import type { Project } from '../../../db/models/project.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { ProjectType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export function projectFields<Parent extends { project: Project }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return { project: t.field({ type: ProjectType, resolve: (it) => it.project }) };
}
