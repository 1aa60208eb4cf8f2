import { may } from '../app/me.ts';
import { useAddress } from '../app/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';

/** The parts of the screen: members, the invitations that may become members, and what each role may do. */
export function MemberTabs({ isAt }: { isAt: 'members' | 'invitations' | 'roles' }) {
  const address = useAddress();
  const tabs = [
    { word: 'Members', href: address('members'), isHere: isAt === 'members' },
    ...(may('members:invite')
      ? [{ word: 'Invitations', href: address('members/invitations'), isHere: isAt === 'invitations' }]
      : []),
    { word: 'Roles', href: address('members/roles'), isHere: isAt === 'roles' },
  ];
  return <Tabs label="Members, invitations and roles" of={tabs} />;
}
