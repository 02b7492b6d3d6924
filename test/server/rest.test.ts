import { describe, expect, test } from 'vitest';
import { serve } from './serve.ts';

const chains = '/v1/tokenized-stocks/chains';
const status = (code: number, message: string) => ({ code, message, details: [] });

describe('listChainContractAddresses', () => {
  test('answers with exactly the fields of the specification, the chain id as text', async () => {
    const { app } = await serve();
    const reply = await app.inject(chains);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('application/json');
    expect(reply.body).toBe(
      JSON.stringify({
        chains: [
          {
            chain_id: '8453',
            chain: 'Base',
            policy_registry_address: '0x8453000000000000000000000000000000000002',
            token_supply_manager_address: '0xD1Ca4dAcdf3231011D175351f1f02D15C7c5664C',
            token_factory_address: '0xB20f000000000000000000000000000000000000',
          },
          {
            chain_id: '9223372036854775808',
            chain: 'Far',
            policy_registry_address: '0x01',
            token_supply_manager_address: '0x02',
            token_factory_address: '0x03',
          },
        ],
      }),
    );
  });

  test('takes no parameters and minds none', async () => {
    const { app } = await serve();
    expect((await app.inject(`${chains}?page=2`)).statusCode).toBe(200);
  });

  test('is open to browsers, unless the setting is off', async () => {
    const open = await serve();
    expect((await open.app.inject(chains)).headers['access-control-allow-origin']).toBe('*');
    const closed = await serve({ cors: false });
    expect((await closed.app.inject(chains)).headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('everything else under /v1 carries a Status', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v1/tokenized-stocks',
    '/v1/tokenized-stocks/chains/',
    '/v1/tokenized-stocks/chains/8453',
    '/v1/nope',
  ])('GET %s: not found', async (url) => {
    const { app } = await serve();
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.json()]).toEqual([404, status(5, 'Not Found')]);
    expect(reply.headers['content-type']).toContain('application/json');
  });

  test('POST to an unknown path: not found', async () => {
    const { app } = await serve();
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/nope',
      payload: '<x/>',
      headers: { 'content-type': 'text/xml' },
    });
    expect([reply.statusCode, reply.json()]).toEqual([404, status(5, 'Not Found')]);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s on the known path: not implemented', async (method) => {
    const { app } = await serve();
    const reply = await app.inject({ method, url: chains, payload: '{}' });
    expect([reply.statusCode, reply.json()]).toEqual([501, status(12, 'Method Not Allowed')]);
  });

  test('HEAD on the known path: not implemented, as a gateway knows GET alone', async () => {
    const { app } = await serve();
    const reply = await app.inject({ method: 'HEAD', url: chains });
    expect([reply.statusCode, reply.body]).toEqual([501, '']);
  });

  test('a URL that cannot be decoded: invalid argument', async () => {
    const { app } = await serve();
    const reply = await app.inject('/v1/%zz');
    expect([reply.statusCode, reply.json()]).toEqual([400, status(3, 'The URL is malformed.')]);
  });

  test('a body that is too large: resource exhausted', async () => {
    const { app } = await serve({ body: 100 });
    const reply = await app.inject({ method: 'POST', url: chains, payload: 'x'.repeat(101) });
    expect([reply.statusCode, reply.json()]).toEqual([413, status(8, 'Request Entity Too Large')]);
  });
});
