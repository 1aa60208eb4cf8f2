import { authRoutes } from './auth.routes.ts';
import { consoleRoutes } from './console.routes.ts';
import { portalRoutes } from './portal.routes.ts';
import type { Route } from './route.ts';
import { sandboxRoutes } from './sandbox.routes.ts';

/** Every path of the REST API. */
export const routes: readonly Route[] = [...authRoutes, ...portalRoutes, ...consoleRoutes, ...sandboxRoutes];
