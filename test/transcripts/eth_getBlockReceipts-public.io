// The public face refuses the method with HTTP 403, before it looks at its parameters.
// status: 403
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":["latest"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"rpc method is not whitelisted"}}
// status: 403
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBlockReceipts","params":[]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"rpc method is not whitelisted"}}
// path: /
// status: 403
>> {"jsonrpc":"2.0","id":3,"method":"eth_getBlockReceipts","params":["pending"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"rpc method is not whitelisted"}}
// path: /rpc/testnet
// status: 403
>> {"jsonrpc":"2.0","id":"x","method":"eth_getBlockReceipts","params":["pending"]}
<< {"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"rpc method is not whitelisted"}}
// In a batch its element carries the error, and the batch is HTTP 200.
>> [{"jsonrpc":"2.0","id":1,"method":"eth_getBlockReceipts","params":["latest"]},{"jsonrpc":"2.0","id":2,"method":"eth_chainId"}]
<< [{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"rpc method is not whitelisted"}},{"jsonrpc":"2.0","id":2,"result":"0x14a34"}]
// A notification is not answered, so it is not refused aloud.
// status: 204
>> {"jsonrpc":"2.0","method":"eth_getBlockReceipts","params":["latest"]}
<<
