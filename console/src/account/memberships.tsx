import { titled } from '../parts/actor.ts';
import { Time } from '../parts/time.tsx';
import type { AccountQuery } from './documents.generated.ts';
import { UnconfirmedMemberships } from './unconfirmed.tsx';

/** The person's memberships. A member's own screen is where they leave. */
export function Memberships({ of: { memberships, unconfirmedMemberships } }: { of: AccountQuery['me'] }) {
  return (
    <section>
      <h2>Memberships</h2>
      <UnconfirmedMemberships of={unconfirmedMemberships} />
      {memberships.length === 0 ? (
        <p class="quiet">You are not a member of a workspace yet.</p>
      ) : (
        <div class="scroll">
          <table class="list">
            <caption class="unseen">Your memberships, oldest first</caption>
            <thead>
              <tr>
                <th scope="col">Workspace</th>
                <th scope="col">Role</th>
                <th scope="col" class="extra">
                  Member since
                </th>
                <th scope="col">Membership</th>
              </tr>
            </thead>
            <tbody>
              {memberships.map(({ memberId, name, role, slug, joinedAt }) => (
                <tr key={memberId}>
                  <td>
                    <a href={`/console/${slug}`}>{name}</a>
                  </td>
                  <td class="whole">{titled(role)}</td>
                  <td class="extra">
                    <Time at={joinedAt} />
                  </td>
                  <td>
                    <a href={`/console/${slug}/members/${memberId}`}>
                      See or leave<span class="unseen"> {name}</span>
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <a href="/console/~/">Create or restore a workspace</a>
      </p>
    </section>
  );
}
