import * as z from 'zod';
import { ChainError } from '../../chain/errors.ts';
import { expected } from '../../wire/codec.ts';
import { defineMethod, json, param } from '../method.ts';

export const eth_unsubscribe = defineMethod({
  name: 'eth_unsubscribe',
  summary: 'Ends notifications of this WebSocket connection; false when it has none with that id.',
  params: z.tuple([param('id', z.string(expected('the id of a subscription')))]),
  result: json({ type: 'boolean' }),
  handler: ({ connection }, id) => {
    if (connection === undefined) throw new ChainError('noNotifications', { method: 'eth_unsubscribe' });
    return connection.unsubscribe(id);
  },
});
