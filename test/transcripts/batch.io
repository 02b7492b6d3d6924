// A batch is answered in its order, each element for itself, with HTTP 200.
>> [{"jsonrpc":"2.0","id":2,"method":"eth_chainId"},{"jsonrpc":"2.0","id":1,"method":"net_version"}]
<< [{"jsonrpc":"2.0","id":2,"result":"0x2105"},{"jsonrpc":"2.0","id":1,"result":"8453"}]
>> [{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}]
<< [{"jsonrpc":"2.0","id":1,"result":"0x2105"}]
// What is no request gets an error in its place; notifications get nothing.
>> [1,{"jsonrpc":"2.0","id":"a","method":"eth_nothing"},{"jsonrpc":"2.0","method":"eth_chainId"},[],{"id":3,"method":"eth_chainId"},{"jsonrpc":"2.0","id":null,"method":"eth_chainId"}]
<< [{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: expected an object, got the number 1"}},{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"the method \"eth_nothing\" does not exist"}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: expected an object, got an array"}},{"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"Invalid request: jsonrpc must be \"2.0\", not nothing"}},{"jsonrpc":"2.0","id":null,"result":"0x2105"}]
// The same id twice is the client's affair.
>> [{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"jsonrpc":"2.0","id":1,"method":"net_version"}]
<< [{"jsonrpc":"2.0","id":1,"result":"0x2105"},{"jsonrpc":"2.0","id":1,"result":"8453"}]
// Notifications alone get an empty reply.
// status: 204
>> [{"jsonrpc":"2.0","method":"eth_chainId"},{"jsonrpc":"2.0","method":"eth_nothing"}]
<<
// An empty batch is an error.
// status: 400
>> []
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: the batch is empty"}}
