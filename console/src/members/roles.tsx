import { useLocation } from 'preact-iso/router';
import { me } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { roles as order } from '../app/roles.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { titled } from '../parts/actor.ts';
import { Skeleton } from '../parts/empty.tsx';
import { FilterChoice, Filters } from '../parts/filter.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { RolesDocument, type Role, type RolesQuery } from './documents.generated.ts';
import { MemberTabs } from './member-tabs.tsx';
import './members.css';

type Info = NonNullable<RolesQuery['roles']>[number];

/** What each role may do: permissions by role, all or one. */
export function Roles() {
  const { data, refusal, again } = useRead(RolesDocument, {});
  const { query, route } = useLocation();
  const address = useAddress();
  const chosen = query['role'] ?? '';
  const choose = (to: string) => route(address(`members/roles${to && `?role=${to}`}`), true);
  const roles = data?.roles?.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
  const shown = roles?.filter(({ role }) => chosen === '' || role === chosen);
  return (
    <Screen name="Roles">
      <MemberTabs isAt="roles" />
      <p>
        Each member has one role. Owners and administrators have the same permissions, but only an owner
        changes an owner.
      </p>
      <Filters>
        <FilterChoice
          label="Role"
          all="All"
          options={order.map((role) => [role, titled(role)])}
          value={chosen}
          onChange={choose}
        />
      </Filters>
      {!roles && (refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton rows={8} />)}
      {roles && shown && <Matrix all={roles} shown={shown} />}
    </Screen>
  );
}

function Matrix({ all, shown }: { all: Info[]; shown: Info[] }) {
  const address = useAddress();
  const [only] = shown.length === 1 ? shown : [];
  const permissions = [...new Set((only ? [only] : all).flatMap((info) => info.permissions))];
  const groups = Map.groupBy(permissions, (permission) => permission.split(':')[0] ?? '');
  const mine = me.value?.member?.role;
  return (
    <div class="scroll">
      <table class="list matrix">
        <caption class="unseen">Permissions by role</caption>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {shown.map(({ role }) => (
              <th key={role} scope="col">
                {only ? titled(role) : <a href={address(`members/roles?role=${role}`)}>{titled(role)}</a>}
                {role === mine && <span class="quiet"> yours</span>}
              </th>
            ))}
          </tr>
        </thead>
        {[...groups].map(([group, members]) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={shown.length + 1}>
                {titled(group)}
              </th>
            </tr>
            {members.map((permission) => (
              <Row key={permission} permission={permission} shown={shown} mine={mine} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Row({ permission, shown, mine }: { permission: string; shown: Info[]; mine: Role | undefined }) {
  return (
    <tr>
      <th scope="row">
        <code>{permission}</code>
      </th>
      {shown.map(({ role, permissions }) => (
        <td key={role} class={role === mine ? 'mine' : undefined}>
          {permissions.includes(permission) ? (
            <>
              <Icon name="check" />
              <span class="unseen">Yes</span>
            </>
          ) : (
            <span class="unseen">No</span>
          )}
        </td>
      ))}
    </tr>
  );
}
