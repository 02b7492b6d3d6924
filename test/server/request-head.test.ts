import { describe, expect, test } from 'vitest';
import { createHeadReader } from '../../src/server/request-head.ts';

const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n');
const ordinary = ['POST /rpc/mainnet HTTP/1.1', 'Host: localhost:8545', 'Content-Length: 47'];

describe('a head is understood', () => {
  test.each([
    ['from curl', [...ordinary, 'User-Agent: curl/8.14.1', 'Accept: */*', 'Content-Type: application/json']],
    ['from fetch', [...ordinary, 'connection: keep-alive', 'accept-language: *', 'sec-fetch-mode: cors']],
    ['from a browser', [...ordinary, 'Origin: http://a', 'sec-ch-ua: "Chromium";v="140"', 'Accept-Language: en;q=0.9']],
    ['whatever the type of the body', [...ordinary, 'Content-Type: text/plain;charset=UTF-8']],
    ['with empty values', [...ordinary, 'X-Nothing:']],
  ])('%s', (_, lines) => {
    const readHead = createHeadReader();
    expect(readHead(head(...lines))).toEqual({ path: '/rpc/mainnet', length: 47 });
    expect(readHead(head(...lines))).toEqual({ path: '/rpc/mainnet', length: 47 });
  });

  test('also after many others', () => {
    const readHead = createHeadReader();
    const lengths = Array.from({ length: 2_000 }, (_, index) => index + 1);
    const read = lengths.map((length) => readHead(head('POST / HTTP/1.1', 'Host: a', `Content-Length: ${length}`)));
    expect(read).toEqual(lengths.map((length) => ({ path: '/', length })));
  });
});

describe('a head is left to others', () => {
  const [line, host, length] = ordinary as [string, string, string];
  test.each([
    ['another method', ['GET / HTTP/1.1', host, length]],
    ['another version', ['POST / HTTP/1.0', host, length]],
    ['a query', ['POST /?key=a HTTP/1.1', host, length]],
    ['an escaped path', ['POST /rpc/%6dainnet HTTP/1.1', host, length]],
    ['a whole URL', ['POST http://localhost/ HTTP/1.1', host, length]],
    ['no length', [line, host]],
    ['no body', [line, host, 'Content-Length: 0']],
    ['a length that is none', [line, host, 'Content-Length: 4x']],
    ['a negative length', [line, host, 'Content-Length: -1']],
    ['a length beyond counting', [line, host, 'Content-Length: 99999999999999999999']],
    ['two lengths', [...ordinary, 'Content-Length: 47']],
    ['two lengths in one', [line, host, 'Content-Length: 47, 47']],
    ['no host', [line, length]],
    ['two hosts', [...ordinary, 'Host: b']],
    ['chunks', [...ordinary, 'Transfer-Encoding: chunked']],
    ['an expectation', [...ordinary, 'Expect: 100-continue']],
    ['an upgrade', [...ordinary, 'Connection: Upgrade', 'Upgrade: websocket']],
    ['a connection that ends', [...ordinary, 'CONNECTION: close']],
    ['a type that is none', [...ordinary, 'Content-Type: nonsense']],
    ['a space before the colon', [...ordinary, 'X-A : b']],
    ['a line that goes on', [...ordinary, 'X-A: b', ' c']],
    ['a line without a colon', [...ordinary, 'nonsense']],
    ['a line that ends by half', [...ordinary, 'X-A: b\nX-B: c']],
    ['a control character', [...ordinary, 'X-A: \0']],
    ['a letter beyond ASCII', [...ordinary, 'X-A: é']],
  ])('%s', (_, lines) => {
    expect(createHeadReader()(head(...lines))).toBeUndefined();
  });
});
