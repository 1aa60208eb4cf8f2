import { addCounter } from '../../kernel/counters.ts';
import { dateOf, daysAfter } from '../../values/time.ts';
import { soonDays, unusedDays } from './rules.ts';
import { workingKeys } from './working.ts';

addCounter('keysEndingSoon', {
  needs: 'api_keys:read',
  description:
    `How many API keys with the effective status ACTIVE end within ${soonDays} days: by \`expiresOn\`, or at ` +
    '`retiresAt` because a successor takes over.',
  count: async (ctx) => {
    const soon = daysAfter(ctx.clock.now(), soonDays);
    // A key works through its last day.
    const lastDay = dateOf(daysAfter(soon, -1));
    return await workingKeys(ctx)
      .where(
        (any) => void any.where('apiKey.expiresOn', '<=', lastDay).orWhere('apiKey.retiresAt', '<=', soon),
      )
      .resultSize();
  },
});

addCounter('keysUnused', {
  needs: 'api_keys:read',
  description:
    `How many API keys with the effective status ACTIVE had no call for ${unusedDays} days, and are as old. It ` +
    'counts a call within about a second.',
  count: async (ctx) =>
    await workingKeys(ctx)
      .leftJoin('apiKeyUse', 'apiKeyUse.id', 'apiKey.id')
      .whereRaw('coalesce(api_key_use.last_used_at, api_key.created_at) <= ?', [
        daysAfter(ctx.clock.now(), -unusedDays),
      ])
      .resultSize(),
});
