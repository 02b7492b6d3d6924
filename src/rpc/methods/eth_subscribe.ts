import * as z from 'zod';
import { ChainError } from '../../chain/errors.ts';
import { defineMethod, json, param } from '../method.ts';
import { SubscriptionKind, subscriptionRequest } from '../subscription-request.ts';

export const eth_subscribe = defineMethod({
  name: 'eth_subscribe',
  summary: 'Starts notifications on this WebSocket connection and returns their id.',
  params: z.tuple([param('subscription', SubscriptionKind), param('argument', z.unknown())]),
  result: json({ type: 'string', pattern: '^0x[0-9a-f]{32}$' }),
  handler: ({ connection }, kind, argument) => {
    if (connection === undefined) throw new ChainError('noNotifications', { method: 'eth_subscribe' });
    return connection.subscribe(subscriptionRequest(kind, argument));
  },
});
