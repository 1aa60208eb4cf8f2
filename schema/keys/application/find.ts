import { Application } from '../../../db/models/application.ts';
import type { Context } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';

/** Throws `not_found`. */
export async function findApplication(ctx: Context, id: string): Promise<Application> {
  const application = await Application.inWorkspace(ctx).findById(id);
  if (!application) throw notFound(ctx, 'application');
  return application;
}
