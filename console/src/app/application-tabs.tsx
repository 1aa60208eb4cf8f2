import { Tabs } from '../parts/tabs.tsx';
import { useAddress } from './screen.tsx';

interface ApplicationTabsProps {
  id: string;
  isAt: '' | 'access' | 'sandbox' | 'products';
}

/** The parts of an application. Its keys are a list of their own. */
export function ApplicationTabs({ id, isAt }: ApplicationTabsProps) {
  const address = useAddress();
  const at = `applications/${id}`;
  const parts = [
    ['', 'About it'],
    ['access', 'Production access'],
    ['products', 'API products'],
    ['sandbox', 'Sandbox'],
  ] as const;
  const tabs = parts.map(([part, word]) => ({
    word,
    href: address(part ? `${at}/${part}` : at),
    isHere: part === isAt,
  }));
  return (
    <Tabs
      label="Parts of the application"
      of={[...tabs, { word: 'API keys', href: address(`api-keys?application=${id}`), isHere: false }]}
    />
  );
}
