import { useLocation } from 'preact-iso/router';

/** A filter in the address: its value, empty without one, and what changes it. */
export function useFilter(name: string): [value: string, change: (value: string) => void] {
  const { path, query, route } = useLocation();
  const change = (value: string) => {
    const search = new URLSearchParams(query);
    if (value === '') search.delete(name);
    else search.set(name, value);
    route(search.size > 0 ? `${path}?${search.toString()}` : path, true);
  };
  return [query[name] ?? '', change];
}
