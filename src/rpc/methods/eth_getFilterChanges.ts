import * as z from 'zod';
import { FilterId } from '../../wire/filter.ts';
import { logJson, removedLogJson, transactionJson } from '../encoding.ts';
import type { Changes } from '../filters.ts';
import { defineMethod, json, param } from '../method.ts';
import { filterChangesSchema } from '../result-schemas.ts';

export const eth_getFilterChanges = defineMethod({
  name: 'eth_getFilterChanges',
  summary: 'What is new since a filter was made or last asked: logs, block hashes or transactions.',
  params: z.tuple([param('filter', FilterId)]),
  result: json(filterChangesSchema),
  handler: ({ filters }, id) => encode(filters.changes(id)),
});

function encode(changes: Changes): readonly unknown[] {
  switch (changes.kind) {
    case 'logs':
      return [...changes.removed.map(removedLogJson), ...changes.logs.map(logJson)];
    case 'blocks':
      return changes.hashes;
    case 'transactions':
      return changes.transactions.map((transaction) =>
        changes.isFull ? transactionJson({ transaction, place: undefined }) : transaction.hash,
      );
  }
}
