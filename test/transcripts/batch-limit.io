// A batch above the limit is refused as a whole with HTTP 413.
// start: {"batchLimit":2}
>> [{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_chainId"}]
<< [{"jsonrpc":"2.0","id":1,"result":"0x2105"},{"jsonrpc":"2.0","id":2,"result":"0x2105"}]
// status: 413
>> [{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":2,"method":"eth_chainId"},{"jsonrpc":"2.0","id":3,"method":"eth_chainId"}]
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32014,"message":"too many RPC calls in batch request: max 2, got 3"}}
