import { namedPages, type NamedPage } from './addresses.ts';
import type { Page } from './blocks.ts';
import type { Description } from './description.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { listPage, pagesOf, type Wanted } from './list-page.ts';
import { llmsText } from './llms.ts';
import { operationPage } from './operation-page.ts';
import { operationsOf } from './operations.ts';
import { permissionsPage } from './permissions-page.ts';

/** All pages about one description. */
export interface Reference {
  /** Returns a page of the list; null beyond its end. */
  list: (wanted: Wanted) => Page | null;
  /** Returns the page with this name; null if there is none. */
  page: (name: string) => Page | null;
  /** The names of all pages beside the list. */
  names: readonly string[];
  llms: () => string;
}

export function referenceOf(description: Description): Reference {
  const operations = operationsOf(description);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const title = `${description.info?.title ?? 'API'} reference`;
  const named: Readonly<Record<NamedPage, () => Page>> = {
    errors: () => errorsPage(description),
    'event-types': () => eventsPage(description),
    permissions: permissionsPage,
  };
  const isNamed = (name: string): name is NamedPage => Object.hasOwn(named, name);
  return {
    list: (wanted) =>
      wanted.number > pagesOf(operations, wanted.query) ? null : listPage(title, operations, wanted),
    page: (name) => {
      if (isNamed(name)) return named[name]();
      const operation = byId.get(name);
      return operation ? operationPage(description, operation) : null;
    },
    names: [...namedPages, ...byId.keys()],
    llms: () => llmsText(description, operations),
  };
}
