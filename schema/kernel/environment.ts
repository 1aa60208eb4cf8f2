import { environments } from '../../db/models/api-key.ts';
import { builder } from './builder.ts';

export const EnvironmentEnum = builder.enumType('Environment', { values: environments });
